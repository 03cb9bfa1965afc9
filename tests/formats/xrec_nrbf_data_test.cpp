// Streams of real BinaryFormatters: five of Mono with what their objects held, and 633 of .NET
// Framework and .NET Core with how many leaves of each type they have (shared data).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <map>

#include "formats/xrec/read/nrbf_classes.h"
#include "formats/xrec/read/nrbf_walk.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

const std::string kNrbfFolder = SCRUBJAY_SHARED_DATA "/xrec/nrbf/";

using Leaf = std::array<std::string, 3>;  // path, type, value

/// Every leaf as the data's JSON writes it.
class LeafList {
 public:
  LeafList(const NrbfGraph& graph, const NrbfWalker& walker) : graph_(graph), walker_(walker) {}

  NrbfEntry enter(const NrbfPlace& place, std::uint32_t row) {
    const NrbfObject& object = graph_.object(row);
    if (object.form == NrbfObject::Form::array) {
      std::string lengths;
      for (const std::int32_t length : graph_.lengths(object)) {
        lengths += (lengths.empty() ? "" : "x") + std::to_string(length);
      }
      add(place, "Array", lengths);
      return NrbfEntry::expand;
    }
    const std::string name(graph_.text(graph_.class_of(object).name));
    const auto members = graph_.members(graph_.class_of(object));
    if (members.size() == 1 && graph_.text(members[0].name) == "value__") {
      add(place, "Enum " + name, text_of(graph_.value(object, 0)));
      return NrbfEntry::leaf;
    }
    add(place, "Object", name);
    return NrbfEntry::expand;
  }
  void leave() {}
  void leaf(const NrbfPlace& place, const NrbfValue& value) {
    switch (value.form) {
      case NrbfValue::Form::object:
        add(place, "String", std::string(graph_.text(graph_.object(value.object).text)));
        break;
      case NrbfValue::Form::primitive:
        add(place, std::string(to_text(value.primitive)), text_of(value));
        break;
      default: add(place, "Null", ""); break;
    }
  }
  void again(const NrbfPlace& place, std::uint32_t row) {
    add(place, "Ref", path(walker_.first_place(row)));
  }

  const std::vector<Leaf>& leaves() const { return leaves_; }

 private:
  std::string path(const NrbfPlace& place) const {
    if (place.parent == NrbfPlace::kNone) return "";
    const NrbfObject& parent = graph_.object(place.parent);
    std::string text = path(walker_.first_place(place.parent));
    if (parent.form == NrbfObject::Form::array)
      return text + "[" + std::to_string(place.slot) + "]";
    const auto members = graph_.members(graph_.class_of(parent));
    return text + (text.empty() ? "" : "/") + std::string(graph_.text(members[place.slot].name));
  }

  void add(const NrbfPlace& place, std::string type, std::string value) {
    leaves_.push_back({path(place), std::move(type), std::move(value)});
  }

  std::string text_of(const NrbfValue& value) const {
    char text[32];
    switch (value.primitive) {
      case NrbfPrimitive::boolean: return value.boolean ? "true" : "false";
      case NrbfPrimitive::f32:
        std::snprintf(text, sizeof text, "%08x", std::bit_cast<std::uint32_t>(value.f32));
        return text;
      case NrbfPrimitive::f64:
        std::snprintf(text, sizeof text, "%016llx",
                      static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value.f64)));
        return text;
      case NrbfPrimitive::i8:
      case NrbfPrimitive::i16:
      case NrbfPrimitive::i32:
      case NrbfPrimitive::i64:
      case NrbfPrimitive::time_span: return std::to_string(value.integer);
      case NrbfPrimitive::decimal: return std::string(graph_.text(value.text));
      default: return std::to_string(value.natural);
    }
  }

  const NrbfGraph& graph_;
  const NrbfWalker& walker_;
  std::vector<Leaf> leaves_;
};

std::vector<Leaf> leaves_of(const ByteVector& stream, NrbfGraph& graph, NrbfWalker& walker) {
  if (!graph.decode(stream)) {
    ADD_FAILURE() << graph.error().what << " at " << graph.error().at;
    return {};
  }
  LeafList list(graph, walker);
  walker.walk(graph, graph.root(), list);
  return list.leaves();
}

ByteVector from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  ByteVector bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) continue;
    bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xFFFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count));
  }
  return bytes;
}

class XrecNrbfStream : public testing::TestWithParam<const char*> {};

TEST_P(XrecNrbfStream, GivesTheLeavesThatItsObjectsHeld) {
  const std::string name = GetParam();
  if (!std::filesystem::exists(kNrbfFolder)) GTEST_SKIP() << "There is no " << kNrbfFolder << ".";
  simdjson::dom::parser parser;
  std::vector<Leaf> wanted;
  for (const simdjson::dom::array row :
       parser.load(kNrbfFolder + name + ".json")["leaves"].get_array()) {
    wanted.push_back({std::string(row.at(0).get_string().value()),
                      std::string(row.at(1).get_string().value()),
                      std::string(row.at(2).get_string().value())});
  }
  ASSERT_FALSE(wanted.empty());
  NrbfGraph graph;
  NrbfWalker walker;
  EXPECT_EQ(leaves_of(read_file(kNrbfFolder + name + ".bin"), graph, walker), wanted);
}

INSTANTIATE_TEST_SUITE_P(Streams, XrecNrbfStream,
                         testing::Values("doc_events", "position_event", "rotation_list",
                                         "scene_graph_event", "strings"),
                         [](const auto& stream) { return std::string(stream.param); });

TEST(XrecNrbfCorpus, AllRealStreamsDecodeToTheirEndWithTheirLeaves) {
  const std::string path = kNrbfFolder + "dotnet_streams.jsonl";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "There is no " << path << ".";
  simdjson::dom::parser parser;
  NrbfGraph graph;
  NrbfWalker walker;
  int streams = 0;
  for (const simdjson::dom::element line : parser.load_many(path)) {
    SCOPED_TRACE("stream " + std::to_string(++streams));
    std::map<std::string, std::int64_t> wanted;
    for (const auto& [kind, count] : line["kinds"].get_object()) {
      wanted[std::string(kind)] = count.get_int64();
    }
    const auto stream = from_base64(line["base64"].get_string());
    ASSERT_EQ(static_cast<std::int64_t>(stream.size()), line["bytes"].get_int64().value());
    const auto leaves = leaves_of(stream, graph, walker);
    EXPECT_EQ(static_cast<std::int64_t>(leaves.size()), line["leaves"].get_int64().value());
    std::map<std::string, std::int64_t> found;
    for (const Leaf& leaf : leaves) ++found[leaf[1].starts_with("Enum ") ? "Enum" : leaf[1]];
    EXPECT_EQ(found, wanted);
    if (!leaves.empty()) {
      const std::string root = leaves[0][1] + " " + leaves[0][2];
      EXPECT_TRUE(root.starts_with(line["root"].get_string().value())) << root;
    }
  }
  EXPECT_EQ(streams, 633);
}

}  // namespace
}  // namespace scrubjay::xrec
