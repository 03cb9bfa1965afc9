#include "tests/formats/framebyframe_test_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "core/base64.h"
#include "core/number_text.h"
#include "formats/framebyframe/framebyframe.h"
#include "tests/formats/deflated.h"

namespace scrubjay::framebyframe {

namespace {

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += between;
    text += part;
  }
  return text;
}

}  // namespace

std::string EntityText::text() const {
  return "{\"id\":" + std::to_string(id) + ",\"parentId\":" + std::to_string(parent) +
         ",\"properties\":[{\"name\":\"properties\",\"type\":\"group\",\"value\":[" + user +
         "]},{\"name\":\"special\",\"type\":\"group\",\"value\":[{\"name\":\"name\",\"type\":"
         "\"string\",\"value\":\"" +
         name +
         "\"},{\"name\":\"position\",\"type\":\"vec3\",\"value\":{\"x\":1,\"y\":2,\"z\":3}},"
         "{\"name\":\"up\",\"type\":\"vec3\",\"value\":{\"x\":0,\"y\":1,\"z\":0}},"
         "{\"name\":\"forward\",\"type\":\"vec3\",\"value\":{\"x\":0,\"y\":0,\"z\":1}}]}],"
         "\"events\":[" +
         events + "]}";
}

std::string FrameTextMaker::text() const {
  std::vector<std::string> items;
  for (const EntityText& entity : entities) {
    items.push_back((entities_as_map ? "\"" + std::to_string(entity.id) + "\":" : "") +
                    entity.text());
  }
  return "{\"frameId\":" + std::to_string(frame_id) + ",\"clientId\":" + std::to_string(client) +
         ",\"tag\":\"" + tag + "\",\"serverTime\":" + number_text(server_time) +
         ",\"elapsedTime\":0.016," + extra + "\"entities\":" + (entities_as_map ? "{" : "[") +
         joined(items, ",") + (entities_as_map ? "}" : "]") + "}";
}

std::string event_text(std::string_view name, std::string_view tag, int idx) {
  return "{\"name\":\"" + std::string(name) + "\",\"tag\":\"" + std::string(tag) +
         "\",\"properties\":{\"name\":\"properties\",\"type\":\"group\",\"value\":[{\"name\":"
         "\"Amount\",\"type\":\"number\",\"value\":" +
         std::to_string(idx) + "}]},\"idx\":" + std::to_string(idx) + "}";
}

std::string raw_text(const std::vector<std::string>& frames, int version) {
  return "{\"type\":1,\n\"version\":" + std::to_string(version) + ",\n\"rawFrames\":[\n" +
         joined(frames, "\n,\n") + "\n]}";
}

std::string saved_text(const std::vector<std::string>& frames, std::string_view extra) {
  return "{\"version\":4,\"type\":0,\"frameData\":[" + joined(frames, ",") + "]" +
         std::string(extra) + "}";
}

std::string message_text(std::string_view frame) {
  return "{\"type\":0,\"data\":" + std::string(frame) + "}";
}

std::vector<std::byte> gzipped(std::string_view text) { return deflated(bytes_of(text), kGzip); }

std::string saved_compressed(std::string_view text) {
  std::string out;
  append_base64(out, gzipped(text));
  return out;
}

std::shared_ptr<Recording> indexed(std::string_view text) { return indexed_bytes(bytes_of(text)); }

std::shared_ptr<Recording> indexed_bytes(std::vector<std::byte> bytes) {
  auto opened = kFormat.open(InputFile::from_memory("test.fbf", std::move(bytes)));
  if (!opened) throw std::runtime_error(describe(opened.error()));
  (*opened)->index();
  return *opened;
}

std::string detail(const Recording& recording, std::string_view path) {
  PropertyTree tree;
  const PropertyRange all = recording.details(tree);
  const auto found = find_path(tree, all, path);
  if (!found) return "(none)";
  const PropertyNode& node = tree[*found];
  if (node.type == PropertyType::integer) return std::to_string(node.integer);
  if (node.type == PropertyType::number) return number_text(node.number);
  if (is_text(node.type)) return std::string(node.text_value());
  std::vector<std::string> items;
  for_each_root(tree, children_of(tree, *found), [&](PropertyTree::Node, const PropertyNode& item) {
    items.push_back(is_text(item.type) ? "\"" + std::string(item.text_value()) + "\"" : "...");
  });
  return "[" + joined(items, ",") + "]";
}

std::string entities_at(const std::shared_ptr<Recording>& recording, std::size_t frame) {
  Cursor cursor(recording);
  std::vector<std::string> texts;
  for (const Entity& entity : cursor.seek(FrameIndex(frame)).entities) {
    texts.push_back(std::string(recording->entity(entity.index).id) + " " +
                    std::string(entity.name));
  }
  return joined(texts, ", ");
}

std::string living_at(const Recording& recording, std::size_t frame) {
  std::vector<std::string> ids;
  recording.visit_alive(FrameIndex(frame),
                        [&](EntityIndex entity) { ids.emplace_back(recording.entity(entity).id); });
  std::ranges::sort(ids);
  return joined(ids, " ");
}

}  // namespace scrubjay::framebyframe
