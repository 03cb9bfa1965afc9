// A frame of this format on its way back: everything as it was read.
#include <array>

#include "formats/framebyframe/write/frame_maker.h"

namespace scrubjay::framebyframe {

namespace {

/// The fields of the frame itself, from the properties that the reader made of them. Others stand
/// behind each other and are written as they are.
void fill_head(const Frame& frame, FramePiece& piece) {
  WrittenFrame& written = piece.written;
  written.extras = {frame.properties.first + frame.properties.count, 0};
  for_each_root(frame.tree, frame.properties, [&](PropertyTree::Node at, const PropertyNode& node) {
    if (node.name == "serverTime") {
      piece.server_time = node.type == PropertyType::integer
                              ? format_number(node.integer).view()
                              : format_number(node.as_number().value_or(0)).view();
    } else if (node.name == "elapsedTime") {
      written.elapsed = node.as_number().value_or(0);
    } else if (node.name == "tag") {
      written.tag = node.text_value();
    } else if (node.name == "scene") {
      piece.scene = node.text_value();
      written.scene = piece.scene;
    } else if (node.name == "coordSystem") {
      if (node.type == PropertyType::integer) written.coord_system = node.integer;
    } else if (node.name == "scale") {
      written.scale = node.as_number().value_or(0);
    } else if (written.extras.count == 0) {
      written.extras = {at, frame.properties.first + frame.properties.count - at};
    }
  });
}

void fill_entities(const ConversionPlan& plan, const Frame& frame, FramePiece& piece) {
  for (const Entity& entity : frame.entities) {
    if (!plan.has_entity(entity.index)) continue;
    const bool has_parent = entity.parent.exists() && plan.has_entity(entity.parent);
    piece.written.entities.push_back({plan.entity_id(entity.index),
                                      has_parent ? plan.entity_id(entity.parent) : "0",
                                      entity.properties});
    piece.entities.push_back(entity.index);
  }
}

void fill_events(const ConversionPlan& plan, const Frame& frame, FramePiece& piece) {
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = plan.recording().event(event.index);
    const auto row = std::ranges::lower_bound(piece.entities, info.entity);
    if (row == piece.entities.end() || *row != info.entity) continue;
    piece.written.events.push_back({info.name, info.tag, info.order,
                                    static_cast<std::size_t>(row - piece.entities.begin()),
                                    event.properties});
  }
}

}  // namespace

void fill_from_native(const ConversionPlan& plan, const Frame& frame, FramePiece& piece) {
  WrittenFrame& written = piece.written;
  written.tree = &frame.tree;
  written.number = frame.number;
  written.client = plan.client_id(frame.stream);
  written.tag = plan.tag(frame.stream);
  written.scene.reset();
  written.coord_system.reset();
  written.scale.reset();
  piece.server_time = "0";
  fill_head(frame, piece);
  if (plan.target(frame.index)) {
    written.coord_system = coord_system_of(frame.coordinates);
    const double metres = frame.coordinates.metres_per_unit;
    if (written.scale != metres) {
      written.scale = metres == 1 ? std::nullopt : std::optional<double>(metres);
    }
  }
  written.server_time = piece.server_time;
  fill_entities(plan, frame, piece);
  fill_events(plan, frame, piece);
}

}  // namespace scrubjay::framebyframe
