#include "told_recording.h"

#include <utility>

namespace scrubjay {

namespace {

class ToldDecoder : public FrameDecoder {
 public:
  explicit ToldDecoder(std::shared_ptr<const ToldRecording> told) : told_(std::move(told)) {}

  void decode(FrameIndex frame, Frame& out) override {
    Entity& entity = out.entities.emplace_back();
    entity.index = EntityIndex(std::size_t{0});
    entity.name = "Ada";
    entity.world.position = glm::dvec3(frame.value, 0, 0);
    const PropertyTree::Node first = out.tree.size();
    if (told_->properties) told_->properties(frame.value, out.tree);
    entity.properties = out.tree.since(first);
  }
  void decode_event(EventIndex, PropertyTree& out) override {
    if (told_->event_properties) told_->event_properties(out);
  }

 private:
  std::shared_ptr<const ToldRecording> told_;
};

class ToldReader : public Reader {
 public:
  explicit ToldReader(std::shared_ptr<const ToldRecording> told) : told_(std::move(told)) {}

  void index(RecordingBuilder& builder) override {
    const StreamIndex stream = builder.add_stream("0", "");
    const EntityIndex entity = builder.add_entity("7", "Ada", EntityKind::person, stream);
    builder.begin_life(entity, builder.next_frame());
    EventIndex event;
    for (std::size_t i = 0; i < ToldRecording::kFrames; ++i) {
      const Seconds time = 0.1 * static_cast<double>(i);
      if (i == 3) {
        event = builder.add_event({.frame = builder.next_frame(),
                                   .time = time,
                                   .end = time,
                                   .entity = entity,
                                   .name = "Hit",
                                   .tag = "combat"});
      }
      builder.add_frame(time, static_cast<std::int64_t>(i + 1), {}, stream);
    }
    for (const auto& [path, data] : told_->resources) {
      builder.add_resource({.path = path, .type = data.type, .size_bytes = data.bytes.size()});
    }
    for (const std::string& path : told_->only_named) {
      builder.add_resource({.path = path, .type = ""});
    }
    for (const ToldRecording::Comment& comment : told_->comments) {
      CommentInfo info;
      info.text = comment.text;
      info.target = comment.target;
      info.frame = FrameIndex(std::size_t{comment.frame});
      info.property = comment.property;
      if (comment.target != CommentInfo::Target::timeline) info.entity = entity;
      if (comment.target == CommentInfo::Target::event) info.event = event;
      builder.add_comment(info);
    }
    builder.set_complete(true);
  }
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    return std::make_unique<ToldDecoder>(told_);
  }
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override {
    const auto found = told_->resources.find(std::string(recording.resource(resource).path));
    if (found == told_->resources.end()) {
      return failure({.code = "resource-missing", .message = "It is only named."});
    }
    return found->second;
  }

 private:
  std::shared_ptr<const ToldRecording> told_;
};

}  // namespace

std::shared_ptr<Recording> recording_of(ToldRecording told) {
  auto recording = std::make_shared<Recording>(
      InputFile::from_memory("told.fbf", std::vector<std::byte>(1000)),
      std::make_unique<ToldReader>(std::make_shared<const ToldRecording>(std::move(told))),
      RecordingInfo{.format = "told", .format_version = "1", .coordinates = {}, .metadata = {}});
  recording->index();
  return recording;
}

}  // namespace scrubjay
