#include "formats/framebyframe/write/frame_writer.h"

#include "formats/framebyframe/special.h"

namespace scrubjay::framebyframe {

namespace {

void write_event(JsonWriter& json, PropertyWriter& writer, const PropertyTree& tree,
                 const WrittenEvent& event) {
  json.begin_object();
  json.field("name", event.name);
  json.field("tag", event.tag);
  json.integer_field("idx", event.order);
  json.key("properties");
  json.begin_object();
  json.field("name", kOwnGroup);
  json.field("type", "group");
  json.key("value");
  writer.properties(tree, event.properties);
  json.end_object();
  json.end_object();
}

void write_entity(JsonWriter& json, PropertyWriter& writer, const WrittenFrame& frame,
                  std::size_t row) {
  const WrittenEntity& entity = frame.entities[row];
  json.begin_object();
  json.key("id");
  json.raw(entity.id);
  json.key("parentId");
  json.raw(entity.parent);
  json.key("properties");
  writer.properties(*frame.tree, entity.groups);
  json.key("events");
  json.begin_array();
  for (const WrittenEvent& event : frame.events) {
    if (event.entity == row) write_event(json, writer, *frame.tree, event);
  }
  json.end_array();
  json.end_object();
}

void write_head(JsonWriter& json, PropertyWriter& writer, const WrittenFrame& frame) {
  json.integer_field("frameId", frame.number);
  json.key("clientId");
  json.raw(frame.client);
  json.field("tag", frame.tag);
  json.key("serverTime");
  json.raw(frame.server_time);
  json.key("elapsedTime");
  writer.number(frame.elapsed);
  if (frame.scene) json.field("scene", *frame.scene);
  if (frame.coord_system) {
    json.key("coordSystem");
    json.integer(*frame.coord_system);
  }
  if (frame.scale) json.number_field("scale", *frame.scale);
  for_each_root(*frame.tree, frame.extras, [&](PropertyTree::Node at, const PropertyNode& node) {
    json.key(node.name);
    writer.plain_value(*frame.tree, at);
  });
}

}  // namespace

void write_frame(JsonWriter& json, PropertyWriter& writer, const WrittenFrame& frame,
                 EntityLayout layout) {
  json.begin_object();
  write_head(json, writer, frame);
  json.key("entities");
  if (layout == EntityLayout::array) {
    json.begin_array();
    for (std::size_t i = 0; i < frame.entities.size(); ++i) write_entity(json, writer, frame, i);
    json.end_array();
  } else {
    json.begin_object();
    for (std::size_t i = 0; i < frame.entities.size(); ++i) {
      json.key(frame.entities[i].id);
      write_entity(json, writer, frame, i);
    }
    json.end_object();
  }
  json.end_object();
}

}  // namespace scrubjay::framebyframe
