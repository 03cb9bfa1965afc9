#include "tests/formats/xrec_test_file.h"

#include <array>

#include "formats/compression/crc32.h"
#include "tests/core/file_text.h"

namespace scrubjay::xrec {

ByteVector from_hex(std::string_view hex) {
  ByteVector bytes;
  unsigned value = 0;
  bool has_half = false;
  for (const char c : hex) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) continue;
    value = value * 16 + static_cast<unsigned>(digit);
    if (has_half) {
      bytes.push_back(static_cast<std::byte>(value));
      value = 0;
    }
    has_half = !has_half;
  }
  return bytes;
}

ByteVector packet_bytes(std::uint8_t type, const ByteVector& payload) {
  Raw out;
  out.u8(type).u8(kFlagChecksum).u16(0).u32(compression::crc32(payload));
  out.little(static_cast<std::uint64_t>(payload.size()));
  return out.add(payload).bytes;
}

ByteVector start_payload() {
  return Raw().u16(1).u8(0).u8(0).i32(1).i64(0).f64(0).i64(kUnknownUtc).u32(0).bytes;
}

ByteVector event_payload(const ByteVector& block, std::uint32_t events, Encoding encoding) {
  Raw out;
  out.i64(0).i64(100).f64(0).f64(100).u32(events).u8(static_cast<std::uint8_t>(encoding)).u8(0);
  out.u16(0).little(static_cast<std::uint64_t>(block.size()));
  return out.add(block).bytes;
}

ByteVector end_payload(std::uint64_t packets, std::uint64_t events) {
  return Raw().f64(12).u32(1).u32(0).little(packets).little(events).u32(0).bytes;
}

ByteVector file_of(const std::vector<ByteVector>& packets) {
  Raw out;
  for (const std::uint8_t byte : kSignature) out.u8(byte);
  for (const ByteVector& packet : packets) out.add(packet);
  return out.bytes;
}

ByteVector small_block() {
  Raw out;
  constexpr std::array<std::string_view, 6> kStrings{"MAGES.Recorder.PositionChangeEvent",
                                                     "MAGES.Recorder.Runtime",
                                                     "Path",
                                                     "Position",
                                                     "IsLocal",
                                                     "Scene/Can"};
  out.u32(kStrings.size());
  for (const std::string_view string : kStrings) out.text(string);
  out.u32(1).u32(0).u32(1).u16(3);
  out.u32(2).kind(Kind::table_text).u32(3).kind(Kind::vec3).u32(4).kind(Kind::boolean);
  for (const int i : {1, 2}) {
    out.u32(0).i64(i).f64(i).u32(17).u32(5).f32(0).f32(static_cast<float>(i - 1)).f32(0).u8(0);
  }
  return out.bytes;
}

ByteVector block_with_value(std::uint8_t kind, const ByteVector& value) {
  Raw out;
  out.u32(3).text("T").text("F").text("some text");
  out.u32(1).u32(0).u32(kNoString).u16(1).u32(1).u8(kind);
  out.u32(0).i64(7).f64(3.5).u32(static_cast<std::uint32_t>(value.size())).add(value);
  return out.bytes;
}

std::string codes(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems.list()) {
    if (!text.empty()) text += " ";
    text += problem.code;
    if (problem.offset) text += "@" + std::to_string(*problem.offset);
    if (problem.count != 1) text += "x" + std::to_string(problem.count);
  }
  return text;
}

namespace {

std::string shown_value(const PropertyTree& tree, PropertyTree::Node index) {
  const PropertyNode& node = tree[index];
  if (is_container(node.type)) return "{" + tree_text(tree, children_of(tree, index)) + "}";
  if (is_text(node.type)) return "\"" + std::string(node.text_value()) + "\"";
  if (has_numbers(node.type)) {
    std::string text;
    for (const double value : tree.numbers_of(node)) {
      text += (text.empty() ? "" : ",") + number_text(value, node.precision);
    }
    return text;
  }
  switch (node.type) {
    case PropertyType::boolean: return node.boolean ? "true" : "false";
    case PropertyType::number: return number_text(node.number, node.precision);
    case PropertyType::integer:
      return node.is_unsigned ? std::to_string(node.unsigned_integer) + "u"
                              : std::to_string(node.integer);
    default: return "";
  }
}

}  // namespace

std::string tree_text(const PropertyTree& tree, PropertyRange range) {
  std::string text;
  for_each_root(tree, range, [&](PropertyTree::Node index, const PropertyNode& node) {
    if (!text.empty()) text += "; ";
    text += std::string(node.name) + " " + std::string(to_text(node.type)) + " ";
    const std::string_view tag = tree.style_of(node).type_name;
    if (!tag.empty()) text += "'" + std::string(tag) + "' ";
    text += shown_value(tree, index);
    if (node.precision == Precision::float32) text += "f";
  });
  return text;
}

ByteVector read_file(const std::string& path) { return Raw().raw(file_text(path)).bytes; }

}  // namespace scrubjay::xrec
