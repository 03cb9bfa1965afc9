#include "test_scene.h"

#include <utility>

#include "core/time_cursor.h"

namespace scrubjay {

namespace {

bool lives(const TestScene::Entity& entity, std::size_t frame) {
  return frame >= entity.first && (entity.last == TestScene::kNone || frame <= entity.last);
}

class SceneDecoder : public FrameDecoder {
 public:
  explicit SceneDecoder(std::shared_ptr<const TestScene> scene) : scene_(std::move(scene)) {}

  void decode(FrameIndex frame, Frame& out) override {
    const PropertyTree::Node mark = out.tree.size();
    out.tree.integer("tick", frame.value);
    out.properties = out.tree.since(mark);
    for (std::size_t row = 0; row < scene_->entities.size(); ++row) {
      const TestScene::Entity& from = scene_->entities[row];
      if (!lives(from, frame.value) || from.stream != scene_->stream_of(frame.value)) continue;
      Entity& entity = out.entities.emplace_back();
      entity.index = EntityIndex(row);
      if (from.parent != TestScene::kNone) entity.parent = EntityIndex(from.parent);
      entity.name = from.name;
      entity.kind = from.kind;
      entity.world.position = scene_->position
                                  ? scene_->position(frame.value, row)
                                  : glm::dvec3(frame.value, static_cast<double>(row), 0);
      const PropertyTree::Node first = out.tree.size();
      if (scene_->properties) {
        scene_->properties(frame.value, row, out.tree);
      } else {
        out.tree.integer("frame", frame.value);
      }
      entity.properties = out.tree.since(first);
    }
  }

  void decode_event(EventIndex event, PropertyTree& out) override {
    if (scene_->event_properties) {
      scene_->event_properties(event.value, out);
    } else {
      out.integer("row", event.value);
    }
  }

 private:
  std::shared_ptr<const TestScene> scene_;
};

/// Knows what is between frames.
class BetweenDecoder : public SceneDecoder, public TimeDecoder {
 public:
  BetweenDecoder(std::shared_ptr<const TestScene> scene, Seconds step)
      : SceneDecoder(std::move(scene)), step_(step) {}

  void decode_at(Seconds time, Sampling sampling, Frame& out) override {
    decode(out.index, out);
    if (sampling == Sampling::hold) return;
    for (Entity& entity : out.entities) {
      entity.world.position->x += time / step_ - static_cast<double>(out.index.value);
    }
  }

 private:
  Seconds step_;
};

class SceneReader : public Reader {
 public:
  explicit SceneReader(std::shared_ptr<const TestScene> scene) : scene_(std::move(scene)) {}

  void index(RecordingBuilder& builder) override {
    for (std::size_t i = 0; i < scene_->streams.size(); ++i) {
      builder.add_stream(std::to_string(i), scene_->streams[i]);
    }
    std::vector<LifetimeIndex> lifetimes;
    std::size_t next_event = 0;
    for (std::size_t frame = 0; frame < scene_->frames; ++frame) {
      while (lifetimes.size() < scene_->entities.size() &&
             scene_->entities[lifetimes.size()].first <= frame) {
        const TestScene::Entity& from = scene_->entities[lifetimes.size()];
        const EntityIndex entity =
            builder.add_entity(from.id, from.name, from.kind, StreamIndex(from.stream));
        if (from.parent != TestScene::kNone) builder.set_parent(entity, EntityIndex(from.parent));
        if (from.is_background) builder.set_background(entity);
        lifetimes.push_back(builder.begin_life(entity, FrameIndex(frame)));
        if (from.last != TestScene::kNone)
          builder.end_life(lifetimes.back(), FrameIndex(from.last));
      }
      const Seconds time = scene_->step * static_cast<double>(frame);
      for (; next_event < scene_->events.size() && scene_->events[next_event].frame == frame;
           ++next_event) {
        const TestScene::Event& from = scene_->events[next_event];
        EventInfo event;
        event.frame = FrameIndex(frame);
        event.time = time;
        event.end = time;
        if (from.entity != TestScene::kNone) event.entity = EntityIndex(from.entity);
        event.name = from.name;
        event.tag = from.tag;
        if (event.name == "added") event.role = EventRole::appearance;
        builder.add_event(event);
      }
      const std::uint64_t number = scene_->number ? scene_->number(frame) : frame + 1;
      builder.add_frame(time, static_cast<std::int64_t>(number), {},
                        StreamIndex(scene_->stream_of(frame)));
    }
    builder.set_complete(true);
  }

  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    if (scene_->knows_between) return std::make_unique<BetweenDecoder>(scene_, scene_->step);
    return std::make_unique<SceneDecoder>(scene_);
  }

 private:
  std::shared_ptr<const TestScene> scene_;
};

}  // namespace

std::shared_ptr<Recording> recording_of(TestScene scene, const std::string& name) {
  RecordingInfo info;
  info.format = "made";
  info.metadata = scene.metadata;
  auto shared = std::make_shared<const TestScene>(std::move(scene));
  auto recording = std::make_shared<Recording>(
      InputFile::from_memory(name, std::vector<std::byte>(100)),
      std::make_unique<SceneReader>(std::move(shared)), std::move(info));
  recording->index();
  return recording;
}

}  // namespace scrubjay
