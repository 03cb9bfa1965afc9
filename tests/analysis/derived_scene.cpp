#include "derived_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "formats/format.h"

namespace scrubjay {

namespace {

class DerivedDecoder : public FrameDecoder {
 public:
  DerivedDecoder(const Recording& recording, const DerivedScene& scene)
      : recording_(recording), scene_(scene) {}

  void decode(FrameIndex frame, Frame& out) override {
    for (const DerivedEntity& made : scene_.frames[frame.value].entities) {
      Entity& entity = out.entities.emplace_back();
      entity.index = EntityIndex(made.row);
      if (made.parent) entity.parent = EntityIndex(*made.parent);
      entity.kind = scene_.kinds[made.row];
      entity.name = recording_.entity(entity.index).name;
      entity.world = made.world;
      entity.box = made.box;
    }
  }

  void decode_event(EventIndex event, PropertyTree& out) override {
    const EventInfo info = recording_.event(event);
    const DerivedCollision& collision = scene_.frames[info.frame.value].collisions[info.order];
    const std::string other = collision.other ? "e" + std::to_string(*collision.other) : "";
    out.text("other", out.keep(other), PropertyType::entity);
  }

 private:
  const Recording& recording_;
  const DerivedScene& scene_;
};

class DerivedReader : public Reader {
 public:
  explicit DerivedReader(DerivedScene scene) : scene_(std::move(scene)) {}

  void index(RecordingBuilder& builder) override {
    for (std::uint32_t s = 0; s < scene_.streams; ++s) builder.add_stream(std::to_string(s), "");
    for (std::size_t row = 0; row < scene_.kinds.size(); ++row) {
      const std::string id = "e" + std::to_string(row);
      builder.add_entity(id, id, scene_.kinds[row], StreamIndex(stream_of(row)));
    }
    std::map<std::uint32_t, LifetimeIndex> alive;
    for (const DerivedFrame& frame : scene_.frames) {
      add_lives(builder, frame, alive);
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

  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override {
    return std::make_unique<DerivedDecoder>(recording, scene_);
  }

 private:
  std::uint32_t stream_of(std::size_t row) const {
    for (const DerivedFrame& frame : scene_.frames) {
      for (const DerivedEntity& entity : frame.entities) {
        if (entity.row == row) return frame.stream;
      }
    }
    return 0;
  }

  /// Lives of what is in the frame begin; of what its stream has no more they end with the frame
  /// before.
  void add_lives(RecordingBuilder& builder, const DerivedFrame& frame,
                 std::map<std::uint32_t, LifetimeIndex>& alive) const {
    const auto here = [&](std::uint32_t row) {
      return std::ranges::any_of(frame.entities,
                                 [&](const DerivedEntity& entity) { return entity.row == row; });
    };
    for (auto it = alive.begin(); it != alive.end();) {
      const bool ends = stream_of(it->first) == frame.stream && !here(it->first);
      if (ends) builder.end_life(it->second, FrameIndex(builder.next_frame().value - 1));
      it = ends ? alive.erase(it) : std::next(it);
    }
    for (const DerivedEntity& entity : frame.entities) {
      if (alive.contains(entity.row)) continue;
      alive[entity.row] = builder.begin_life(EntityIndex(entity.row), builder.next_frame());
    }
  }

  DerivedScene scene_;
};

}  // namespace

std::shared_ptr<Recording> derived_recording(DerivedScene scene) {
  RecordingInfo info;
  info.format = "derived";
  info.coordinates = scene.coordinates;
  auto recording = std::make_shared<Recording>(
      InputFile::from_memory("derived", std::vector<std::byte>(1)),
      std::make_unique<DerivedReader>(std::move(scene)), std::move(info));
  recording->index();
  return recording;
}

}  // namespace scrubjay
