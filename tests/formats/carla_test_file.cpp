#include "tests/formats/carla_test_file.h"

#include <gtest/gtest.h>

#include <limits>

#include "formats/carla/carla.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/opened.h"

namespace scrubjay::carla {

void RawBytes::append(const void* data, std::size_t size) {
  const std::size_t end = bytes_.size();
  bytes_.resize(end + size);
  if (size > 0) std::memcpy(bytes_.data() + end, data, size);
}

RawBytes list_of(std::size_t count, const RawBytes& records) {
  return RawBytes().put(static_cast<std::uint16_t>(count)).add(records);
}

RawBytes raw_add(std::uint32_t id, std::string_view description, float x, int type) {
  return RawBytes()
      .put(id, static_cast<std::uint8_t>(type), x, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, std::uint32_t{7})
      .text(description)
      .put(std::uint16_t{0});
}

RawBytes raw_position(std::uint32_t id, float x, float y, float z, float yaw) {
  return RawBytes().put(id, x, y, z, 0.0f, 0.0f, yaw);
}

std::vector<std::byte> written(const std::function<void(Writer&)>& fill,
                               const WriterOptions& options) {
  std::vector<std::byte> bytes;
  Writer writer(into(bytes), options);
  fill(writer);
  const auto result = writer.finish();
  if (!result) ADD_FAILURE() << describe(result.error());
  return bytes;
}

EventAdd actor(std::uint32_t id, std::string_view description, ActorType type,
               const glm::dvec3& location, const glm::dvec3& rotation) {
  EventAdd add;
  add.id = id;
  add.type = static_cast<std::uint8_t>(type);
  add.location = location;
  add.rotation = rotation;
  add.uid = 7;
  add.description = description;
  return add;
}

std::shared_ptr<Recording> indexed(std::vector<std::byte> bytes) {
  return opened(std::move(bytes), {}, kFormat.name);
}

std::shared_ptr<Recording> indexed(const RawBytes& bytes) { return indexed(bytes.bytes()); }

Sought::Sought(const std::shared_ptr<Recording>& recording, std::size_t frame)
    : recording_(recording), cursor_(recording) {
  cursor_.seek(FrameIndex(frame));
}

const Entity* Sought::entity(std::string_view id) const {
  return entity_of(*recording_, frame(), id);
}

const PropertyNode* Sought::property(std::string_view id, std::string_view path) const {
  PropertyRange range = frame().properties;
  if (!id.empty()) {
    const Entity* found = entity(id);
    if (found == nullptr) return nullptr;
    range = found->properties;
  }
  const auto node = find_path(frame().tree, range, path);
  return node ? &frame().tree[*node] : nullptr;
}

double Sought::number(std::string_view id, std::string_view path) const {
  const PropertyNode* node = property(id, path);
  if (node == nullptr) return std::numeric_limits<double>::quiet_NaN();
  return node->type == PropertyType::integer ? static_cast<double>(node->integer) : node->number;
}

std::string Sought::value_text(const PropertyNode& node) const {
  if (is_text(node.type)) return std::string(node.text_value());
  if (node.type == PropertyType::boolean) return node.boolean ? "true" : "false";
  if (node.type == PropertyType::integer) return std::to_string(node.integer);
  if (node.type == PropertyType::number) return number_text(node.number, node.precision);
  return std::string(to_text(node.type));
}

std::string Sought::text(std::string_view id, std::string_view path) const {
  const PropertyNode* node = property(id, path);
  return node == nullptr ? "(none)" : value_text(*node);
}

std::vector<double> Sought::numbers(std::string_view id, std::string_view path) const {
  const PropertyNode* node = property(id, path);
  if (node == nullptr || !has_numbers(node->type)) return {};
  const auto values = frame().tree.numbers_of(*node);
  return {values.begin(), values.end()};
}

std::string Sought::event_text(std::size_t event, std::string_view path) const {
  const auto node = find_path(frame().tree, frame().events.at(event).properties, path);
  return node ? value_text(frame().tree[*node]) : "(none)";
}

std::vector<double> Sought::event_numbers(std::size_t event, std::string_view path) const {
  const auto node = find_path(frame().tree, frame().events.at(event).properties, path);
  if (!node) return {};
  const auto values = frame().tree.numbers_of(frame().tree[*node]);
  return {values.begin(), values.end()};
}

std::string Sought::living() const {
  std::string ids;
  for (const Entity& entity : frame().entities) {
    if (!ids.empty()) ids += ' ';
    ids += recording_->entity(entity.index).id;
  }
  return ids;
}

std::string Sought::events() const {
  std::string text;
  for (const FrameEvent& event : frame().events) {
    const EventInfo info = recording_->event(event.index);
    if (!text.empty()) text += ", ";
    text += info.name;
    if (info.entity.exists()) text += " " + std::string(recording_->entity(info.entity).id);
  }
  return text;
}

}  // namespace scrubjay::carla
