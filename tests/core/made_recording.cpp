#include "tests/core/made_recording.h"

#include <algorithm>
#include <random>
#include <utility>

namespace scrubjay {

namespace {

class MadeDecoder : public FrameDecoder {
 public:
  explicit MadeDecoder(const Recording& recording) : recording_(recording) {}

  void decode(FrameIndex frame, Frame& out) override {
    alive_.clear();
    recording_.visit_alive(frame, [this](EntityIndex entity) { alive_.push_back(entity); });
    std::ranges::sort(alive_);
    out.tree.number("frame", frame.value, Precision::float64);
    out.properties = out.tree.since(0);
    for (const EntityIndex row : alive_) add_entity(frame, row, out);
    if (frame.value % 10 == 9) {
      Problem& problem = out.problems.emplace_back();
      problem.code = "made";
    }
  }

  void decode_event(EventIndex event, PropertyTree& out) override {
    out.number("event", event.value, Precision::float64);
    out.vec3("place", {1, 2, 3}, Precision::float64, "m", Meaning::point);
  }

 private:
  void add_entity(FrameIndex frame, EntityIndex row, Frame& out) {
    const EntityInfo info = recording_.entity(row);
    Entity& entity = out.entities.emplace_back();
    entity.index = row;
    entity.parent = info.parent;
    entity.name = info.name;
    entity.kind = info.kind;
    entity.world.position = glm::dvec3(frame.value, row.value, 0);
    const PropertyTree::Node mark = out.tree.size();
    out.tree.number("row", row.value, Precision::float64);
    entity.properties = out.tree.since(mark);
  }

  const Recording& recording_;
  std::vector<EntityIndex> alive_;
};

class MadeReader : public Reader {
 public:
  MadeReader(std::shared_ptr<const MadeScene> scene, BeforeFrame before_frame)
      : scene_(std::move(scene)), before_frame_(std::move(before_frame)) {}

  void index(RecordingBuilder& builder) override {
    for (std::uint32_t s = 0; s < scene_->streams; ++s) {
      builder.add_stream(std::to_string(s), "stream " + std::to_string(s));
    }
    std::vector<std::vector<LifetimeIndex>> ending(scene_->frames.size() + 1);
    for (std::size_t f = 0; f < scene_->frames.size(); ++f) {
      if (builder.cancelled()) return;
      begin_lives(builder, f, ending);
      for (const LifetimeIndex life : ending[f]) builder.end_life(life, FrameIndex(f - 1));
      add_events(builder, f);
      if (before_frame_) before_frame_(f);
      const MadeFrame& frame = scene_->frames[f];
      builder.add_frame(frame.time, static_cast<std::int64_t>(frame.number), {f * 10, 10},
                        StreamIndex(frame.stream));
      builder.progress(f * 10);
    }
    builder.set_complete(scene_->complete);
  }

  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override {
    return std::make_unique<MadeDecoder>(recording);
  }

 private:
  void begin_lives(RecordingBuilder& builder, std::size_t frame,
                   std::vector<std::vector<LifetimeIndex>>& ending) {
    for (; life_ < scene_->lives.size() && scene_->lives[life_].first == frame; ++life_) {
      const MadeLife& life = scene_->lives[life_];
      if (life.entity == entities_) {
        const auto kind = static_cast<EntityKind>(entities_ % kEntityKinds);
        builder.add_entity("e" + std::to_string(entities_), "name " + std::to_string(entities_ % 7),
                           kind, StreamIndex(entities_ % scene_->streams));
        if (entities_ > 0) builder.set_parent(EntityIndex(entities_), EntityIndex(entities_ / 2));
        ++entities_;
      }
      const LifetimeIndex row = builder.begin_life(EntityIndex(life.entity), FrameIndex(frame));
      if (life.end < ending.size()) ending[life.end].push_back(row);
    }
  }

  void add_events(RecordingBuilder& builder, std::size_t frame) {
    for (; event_ < scene_->events.size() && scene_->events[event_].frame == frame; ++event_) {
      const MadeEvent& event = scene_->events[event_];
      builder.add_event({.frame = builder.next_frame(),
                         .time = event.time,
                         .end = event.end,
                         .entity = event.entity,
                         .name = event.name,
                         .tag = event.tag,
                         .order = event.order,
                         .source_offset = frame * 10,
                         .source_detail = event.order});
    }
  }

  std::shared_ptr<const MadeScene> scene_;
  BeforeFrame before_frame_;
  std::size_t life_ = 0;
  std::size_t event_ = 0;
  std::size_t entities_ = 0;
};

}  // namespace

std::vector<std::uint32_t> MadeScene::alive_at(std::size_t frame) const {
  std::vector<std::uint32_t> alive;
  for (const MadeLife& life : lives) {
    if (life.contains(frame)) alive.push_back(life.entity);
  }
  std::ranges::sort(alive);
  return alive;
}

std::vector<MadeFrame> steady_frames(std::size_t frames) {
  std::vector<MadeFrame> made;
  for (std::size_t f = 0; f < frames; ++f)
    made.push_back({static_cast<Seconds>(f) * 0.1, f + 1, 0});
  return made;
}

MadeScene random_scene(std::uint64_t seed, std::size_t frames, std::size_t per_frame) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  MadeScene scene;
  scene.streams = 3;
  scene.frames = steady_frames(frames);
  std::uint32_t entities = 0;
  std::vector<MadeLife> newest;  // of each entity
  for (std::uint32_t f = 0; f < frames; ++f) {
    scene.frames[f].stream = below(3);
    for (std::uint32_t i = 0, births = below(2 * per_frame + 1); i < births; ++i) {
      MadeLife life{entities, f, f + below(40)};
      if (below(100) == 0) life.end = MadeLife::kOpen;
      // One birth in four is that of an entity that has lived before and is gone.
      const std::uint32_t old = entities > 0 ? below(entities) : 0;
      if (entities > 0 && below(4) == 0 && newest[old].end <= f) {
        life.entity = old;
        newest[old] = life;
      } else {
        ++entities;
        newest.push_back(life);
      }
      scene.lives.push_back(life);
    }
    for (std::uint32_t i = 0, count = below(2 * per_frame + 1); i < count; ++i) {
      const Seconds time = scene.frames[f].time;
      const Seconds length = below(3) == 0 ? 0.01 * below(1000) : 0.0;
      scene.events.push_back({f, time, time + length, EntityIndex(), "event " + std::to_string(i),
                              i % 2 == 0 ? "even" : "", i});
      if (entities > 0) scene.events.back().entity = EntityIndex(below(entities));
    }
  }
  return scene;
}

std::shared_ptr<Recording> made_recording(std::shared_ptr<const MadeScene> scene,
                                          BeforeFrame before_frame, std::size_t file_bytes) {
  RecordingInfo info;
  info.format = "made";
  return std::make_shared<Recording>(
      InputFile::from_memory("made", std::vector<std::byte>(file_bytes)),
      std::make_unique<MadeReader>(std::move(scene), std::move(before_frame)), std::move(info));
}

}  // namespace scrubjay
