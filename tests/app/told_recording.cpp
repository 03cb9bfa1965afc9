#include "told_recording.h"

#include <utility>

#include "tests/core/script.h"

namespace scrubjay {

namespace {

void index_told(const ToldRecording& told, RecordingBuilder& builder) {
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
  for (const auto& [path, data] : told.resources) {
    builder.add_resource({.path = path, .type = data.type, .size_bytes = data.bytes.size()});
  }
  for (const std::string& path : told.only_named) {
    builder.add_resource({.path = path, .type = ""});
  }
  for (const ToldRecording::Comment& comment : told.comments) {
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

}  // namespace

std::shared_ptr<Recording> recording_of(ToldRecording told) {
  const auto shared = std::make_shared<const ToldRecording>(std::move(told));
  const auto decode = [=](FrameIndex frame, Frame& out) {
    Entity& entity = out.entities.emplace_back();
    entity.index = EntityIndex(std::size_t{0});
    entity.name = "Ada";
    entity.world.position = glm::dvec3(frame.value, 0, 0);
    if (shared->properties) shared->properties(frame.value, out.tree);
    entity.properties = out.tree.since(0);
  };
  const auto event = [=](EventIndex, PropertyTree& out) {
    if (shared->event_properties) shared->event_properties(out);
  };
  const auto resource = [=](ResourceIndex row) -> Result<ResourceData> {
    if (row.value < shared->resources.size()) {
      return std::next(shared->resources.begin(), static_cast<std::ptrdiff_t>(row.value))->second;
    }
    return failure({.code = "resource-missing", .message = "It is only named."});
  };
  return indexed({.index = [=](RecordingBuilder& builder) { index_told(*shared, builder); },
                  .decode = decode,
                  .event = event,
                  .resource = resource,
                  .name = "told.fbf"});
}

}  // namespace scrubjay
