#include "tests/formats/colyseus_test_file.h"

#include <cstring>
#include <filesystem>

#include "core/base64.h"
#include "core/number_text.h"
#include "formats/colyseus/colyseus.h"

namespace scrubjay::colyseus {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

template <class T>
void append(ByteVector& out, const T& value) {
  std::byte raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  out.insert(out.end(), raw, raw + sizeof(T));
}

/// Writes a frame's tree, following references.
class StateText {
 public:
  StateText(const Recording& recording, const Frame& frame)
      : recording_(recording), frame_(frame) {}

  std::string text() {
    write_entity("0", 0);
    return out_;
  }

 private:
  void write_entity(std::string_view id, int depth) {
    const Entity* entity = entity_of(recording_, frame_, id);
    if (entity == nullptr || depth > 70) {
      out_ += "?" + std::string(id);
      return;
    }
    write_members(entity->properties, true, depth);
  }

  void write_members(PropertyRange range, bool are_named, int depth) {
    out_ += are_named ? '{' : '[';
    bool is_first = true;
    for_each_root(frame_.tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      if (!is_first) out_ += ", ";
      is_first = false;
      if (are_named) out_ += std::string(property.name) + ": ";
      write_value(node, depth + 1);
    });
    out_ += are_named ? '}' : ']';
  }

  void write_value(PropertyTree::Node node, int depth) {
    const PropertyNode& property = frame_.tree[node];
    switch (property.type) {
      case PropertyType::group: write_members(children_of(frame_.tree, node), true, depth); break;
      case PropertyType::list: write_members(children_of(frame_.tree, node), false, depth); break;
      case PropertyType::string: out_ += "'" + std::string(property.text_value()) + "'"; break;
      case PropertyType::entity: write_entity(property.text_value(), depth); break;
      case PropertyType::boolean: out_ += property.boolean ? "true" : "false"; break;
      case PropertyType::number: out_ += number_text(property.number, property.precision); break;
      case PropertyType::integer:
        out_ += property.is_unsigned ? format_number(property.unsigned_integer).view()
                                     : format_number(property.integer).view();
        break;
      default: out_ += "null";
    }
  }

  const Recording& recording_;
  const Frame& frame_;
  std::string out_;
};

std::string base64_of(std::string_view hex) {
  std::string text;
  append_base64(text, bytes_of(hex));
  return text;
}

}  // namespace

ByteVector bytes_of(std::string_view text) {
  ByteVector bytes;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\'') {
      for (++i; i < text.size() && text[i] != '\''; ++i) {
        bytes.push_back(static_cast<std::byte>(text[i]));
      }
      ++i;
    } else if (i + 1 < text.size() && hex_digit(text[i]) >= 0 && hex_digit(text[i + 1]) >= 0) {
      bytes.push_back(static_cast<std::byte>(hex_digit(text[i]) * 16 + hex_digit(text[i + 1])));
      i += 2;
    } else {
      ++i;
    }
  }
  return bytes;
}

ByteVector text_bytes(std::string_view text) {
  ByteVector bytes;
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

std::string har_socket(const char* url, const std::vector<HarMessage>& messages) {
  std::string text = R"({"_resourceType":"websocket","request":{"url":")" + std::string(url) +
                     R"("},"_webSocketMessages":[)";
  for (const HarMessage& message : messages) {
    if (&message != messages.data()) text += ",";
    text += R"({"type":")" + std::string(message.type) + R"(","time":)" +
            std::to_string(message.time) + R"(,"opcode":2,"data":")" + base64_of(message.bytes) +
            "\"}";
  }
  return text + "]}";
}

ByteVector har_of(const std::string& entries) {
  return text_bytes(R"({"log":{"version":"1.2","entries":[)" + entries + "]}}");
}

ByteVector players_handshake(std::string_view generation) {
  if (generation == "0") {
    return bytes_of(
        "00 02 02  00 00 00 01 03 03  00 00 A4 'name' 01 A6 'string' C1  01 00 A1 'x' 01 A6 "
        "'number' C1  02 00 A1 'y' 01 A6 'number' C1 C1  01 00 01 01 01 01  00 00 A7 'players' 01 "
        "A3 'map' 02 00 C1 C1  01 01");
  }
  if (generation == "1") {
    return bytes_of(
        "80 01 81 01 FF 01 80 00 02 80 01 03 FF 02 81 04 80 00 FF 03 81 05 80 01 FF 04 80 00 06 80 "
        "01 07 80 02 08 FF 05 80 00 09 FF 06 80 A4 'name' 81 A6 'string' FF 07 80 A1 'x' 81 A6 "
        "'number' FF 08 80 A1 'y' 81 A6 'number' FF 09 80 A7 'players' 82 00 81 A3 'map'");
  }
  if (generation == "3") {
    return bytes_of(
        "80 01 FF 01 80 00 02 80 01 05 FF 02 82 03 80 00 FF 03 80 00 04 FF 04 80 A7 'players' 82 "
        "01 81 A3 'map' FF 05 82 06 80 01 FF 06 80 00 07 80 01 08 80 02 09 FF 07 80 A4 'name' 81 "
        "A6 'string' FF 08 80 A1 'x' 81 A6 'number' FF 09 80 A1 'y' 81 A6 'number'");
  }
  return bytes_of(
      "80 01 FF 01 80 00 02 80 01 05 FF 02 80 00 82 03 FF 03 80 00 04 FF 04 80 A7 'players' 81 A3 "
      "'map' 82 01 FF 05 80 01 82 06 FF 06 80 00 07 80 01 08 80 02 09 FF 07 80 A4 'name' 81 A6 "
      "'string' FF 08 80 A1 'x' 81 A6 'number' FF 09 80 A1 'y' 81 A6 'number'");
}

CaptureMaker::CaptureMaker(std::string_view metadata) {
  for (const char c : std::string_view("COLYCAP\0", 8)) bytes_.push_back(static_cast<std::byte>(c));
  append(bytes_, std::uint32_t{1});
  append(bytes_, static_cast<std::uint32_t>(metadata.size()));
  for (const char c : metadata) bytes_.push_back(static_cast<std::byte>(c));
}

CaptureMaker& CaptureMaker::add(std::uint8_t kind, double time, const ByteVector& bytes) {
  append(bytes_, time);
  append(bytes_, kind);
  append(bytes_, static_cast<std::uint32_t>(bytes.size()));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

namespace {

std::shared_ptr<Recording> opened_as(const std::string& name, const ByteVector& bytes,
                                     const ReadOptions& options) {
  auto opened = kFormat.open(InputFile::from_memory(name, bytes), options);
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

}  // namespace

std::shared_ptr<Recording> recording_of(const ByteVector& bytes, const std::string& name) {
  return opened_as(name, bytes, {});
}

std::shared_ptr<Recording> opened_with(const ByteVector& bytes, const ReadOptions& options) {
  return opened_as("test.colycap", bytes, options);
}

std::string shared_path(const std::string& path) {
  return std::string(SCRUBJAY_SHARED_DATA) + "/colyseus/" + path;
}

std::shared_ptr<Recording> shared_recording(const std::string& path) {
  const std::string whole = shared_path(path);
  if (!std::filesystem::exists(whole)) return nullptr;
  auto file = InputFile::open(whole);
  if (!file) return nullptr;
  auto opened = kFormat.open(std::move(*file));
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

std::string state_text(const Recording& recording, const Frame& frame) {
  return StateText(recording, frame).text();
}

std::string events_text(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.event_count(); ++i) {
    const EventInfo event = recording.event(EventIndex(i));
    text += std::to_string(event.frame.value) + " " + std::string(event.name);
    if (event.entity.exists()) text += " " + std::string(recording.entity(event.entity).id);
    text += "\n";
  }
  return text;
}

}  // namespace scrubjay::colyseus
