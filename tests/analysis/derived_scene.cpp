#include "derived_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tests/core/script.h"

namespace scrubjay {

namespace {

std::string id_of(std::size_t row) { return "e" + std::to_string(row); }

std::uint32_t stream_of(const DerivedScene& scene, std::size_t row) {
  for (const DerivedFrame& frame : scene.frames) {
    for (const DerivedEntity& entity : frame.entities) {
      if (entity.row == row) return frame.stream;
    }
  }
  return 0;
}

/// Lives of what is in the frame begin; of what its stream has no more they end with the frame
/// before.
void add_lives(const DerivedScene& scene, RecordingBuilder& builder, const DerivedFrame& frame,
               std::map<std::uint32_t, LifetimeIndex>& alive) {
  const auto here = [&](std::uint32_t row) {
    return std::ranges::any_of(frame.entities,
                               [&](const DerivedEntity& entity) { return entity.row == row; });
  };
  for (auto it = alive.begin(); it != alive.end();) {
    const bool ends = stream_of(scene, it->first) == frame.stream && !here(it->first);
    if (ends) builder.end_life(it->second, FrameIndex(builder.next_frame().value - 1));
    it = ends ? alive.erase(it) : std::next(it);
  }
  for (const DerivedEntity& entity : frame.entities) {
    if (alive.contains(entity.row)) continue;
    alive[entity.row] = builder.begin_life(EntityIndex(entity.row), builder.next_frame());
  }
}

void index_derived(const DerivedScene& scene, RecordingBuilder& builder) {
  for (std::uint32_t s = 0; s < scene.streams; ++s) builder.add_stream(std::to_string(s), "");
  for (std::size_t row = 0; row < scene.kinds.size(); ++row) {
    const std::string id = id_of(row);
    builder.add_entity(id, id, scene.kinds[row], StreamIndex(stream_of(scene, row)));
  }
  std::map<std::uint32_t, LifetimeIndex> alive;
  for (const DerivedFrame& frame : scene.frames) {
    add_lives(scene, builder, frame, alive);
    std::uint32_t order = 0;
    for (const DerivedCollision& collision : frame.collisions) {
      builder.add_event({.frame = builder.next_frame(),
                         .time = frame.time,
                         .end = frame.time,
                         .entity = EntityIndex(collision.entity),
                         .name = order % 2 == 0 ? "collision" : "collision continues",
                         .tag = "physics",
                         .order = order,
                         .role = EventRole::collision});
      ++order;
    }
    builder.add_frame(frame.time, builder.next_frame().value, {}, StreamIndex(frame.stream));
  }
  builder.set_complete(true);
}

}  // namespace

std::shared_ptr<Recording> derived_recording(DerivedScene scene) {
  RecordingInfo info{.format = "derived", .format_version = "", .coordinates = scene.coordinates};
  const auto shared = std::make_shared<const DerivedScene>(std::move(scene));
  const auto decode = [=](FrameIndex frame, Frame& out) {
    for (const DerivedEntity& made : shared->frames[frame.value].entities) {
      Entity& entity = out.entities.emplace_back();
      entity.index = EntityIndex(made.row);
      if (made.parent) entity.parent = EntityIndex(*made.parent);
      entity.kind = shared->kinds[made.row];
      entity.name = out.tree.keep(id_of(made.row));
      entity.world = made.world;
      entity.box = made.box;
    }
  };
  const auto event = [=](EventIndex row, PropertyTree& out) {
    std::vector<DerivedCollision> collisions;
    for (const DerivedFrame& frame : shared->frames) {
      collisions.insert(collisions.end(), frame.collisions.begin(), frame.collisions.end());
    }
    const auto other = collisions[row.value].other;
    out.text("other", out.keep(other ? id_of(*other) : ""), PropertyType::entity);
  };
  return indexed({.index = [=](RecordingBuilder& builder) { index_derived(*shared, builder); },
                  .decode = decode,
                  .event = event,
                  .info = std::move(info)});
}

}  // namespace scrubjay
