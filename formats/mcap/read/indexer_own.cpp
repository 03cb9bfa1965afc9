#include <simdjson.h>

#include <algorithm>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/read/indexer.h"
#include "formats/mcap/read/own_state.h"

// Files that this program wrote: each frame has a message of its own, and an entity lives in the
// frames that tell of it.

namespace scrubjay::mcap {

namespace {

EntityKind entity_kind_from(std::string_view text) {
  for (std::size_t i = 0; i < kEntityKinds; ++i) {
    if (to_text(static_cast<EntityKind>(i)) == text) return static_cast<EntityKind>(i);
  }
  return EntityKind::other;
}

}  // namespace

void Indexer::note_kinds(const TextViews& entries) {
  simdjson::dom::parser parser;
  for (const auto& [label, json] : entries) {
    if (json.empty()) continue;
    simdjson::dom::object object;
    if (parser.parse(json.data(), json.size()).get(object) != simdjson::SUCCESS) continue;
    std::string_view kind;
    bool is_background = false;
    Said& said = said_[std::string(label)];
    if (object["kind"].get(kind) == simdjson::SUCCESS) said.kind = entity_kind_from(kind);
    if (object["background"].get(is_background) == simdjson::SUCCESS) {
      said.is_background = is_background;
    }
  }
}

void Indexer::register_own() {
  for (const MetadataRecord& record : index_.map.metadata) {
    if (record.name == kEntitiesRecord) {
      note_kinds(record.entries);
    } else if (record.name == kStreamsRecord) {
      for (const auto& [id, name] : record.entries) {
        const std::string valid = valid_utf8(id);
        streams_.try_emplace(std::string(id), builder_.add_stream(valid, valid_utf8(name)));
      }
    } else if (record.name == kLayersRecord) {
      for (const auto& [name, nothing] : record.entries) builder_.add_layer(valid_utf8(name));
    }
  }
}

EntityIndex Indexer::find_own(StreamIndex stream, std::string_view id) const {
  if (id.empty()) return EntityIndex::none();
  const auto found = newest_by_id_.find(own_id_key(stream, id));
  return found == newest_by_id_.end() ? EntityIndex::none() : found->second;
}

void Indexer::take_own_frame(const ReadChannel& channel, const MessageRecord& message) {
  close_frame();
  const OwnFrame own = read_own_frame(message.data);
  if (!first_sequence_) first_sequence_ = message.sequence;
  const bool is_earlier = builder_.next_frame().value > 0 && !(own.time >= frame_.time);
  if (is_earlier) tell(Severity::warning, "time-order", "Frames run back in time.");
  open_frame({.time = own.time,
              .log_time = message.log_time,
              .number = own.number,
              .stream = channel.stream,
              .first = {}});
  open_own_stream(channel.stream);
}

void Indexer::open_own_stream(StreamIndex stream) {
  if (stream.value < stream_living_.size()) return;
  stream_living_.resize(stream.value + 1);
  last_frames_.resize(stream.value + 1);
}

EntityIndex Indexer::add_own_entity(StreamIndex stream, std::string_view label, std::string_view id,
                                    std::string_view name) {
  const auto said = said_.find(std::string(label));
  const Said what = said == said_.end() ? Said() : said->second;
  const std::string valid_id = valid_utf8(id);
  const std::string valid_name = valid_utf8(name);
  return add_entity(own_key(stream, label), {.id = valid_id,
                                             .name = valid_name,
                                             .kind = what.kind,
                                             .stream = stream,
                                             .parent = {},
                                             .is_background = what.is_background});
}

void Indexer::take_own_state(const ReadChannel& channel, Bytes state) {
  OwnSelf self;
  if (!read_self(state, self)) {
    tell_message(MessageOutcome::damaged, channel);
    return;
  }
  if (!frame_.is_open || frame_.stream != channel.stream) {
    tell(Severity::error, "no-frame", "Messages on " + channel.topic + " stand in no frame.");
    return;
  }
  const std::string key = own_key(channel.stream, self.label);
  const auto known = entities_.find(key);
  EntityIndex entity = known == entities_.end() ? EntityIndex::none() : known->second;
  if (!entity.exists()) {
    entity = add_own_entity(channel.stream, self.label, self.id, self.name);
  }
  newest_by_id_[own_id_key(channel.stream, self.id)] = entity;
  Living& living = living_[entity.value];
  living.parent = self.parent;
  if (!living.life.exists()) {
    living.life = builder_.begin_life(entity, builder_.next_frame());
    living.stream = channel.stream;
    stream_living_[channel.stream.value].push_back(entity.value);
  }
  living.last = builder_.next_frame();
}

void Indexer::end_own_frame() {
  const FrameIndex now = builder_.next_frame();
  std::erase_if(stream_living_[frame_.stream.value], [&](std::uint32_t entity) {
    Living& living = living_[entity];
    if (living.last == now) {
      // It may have been told of behind its child.
      const EntityIndex parent = find_own(frame_.stream, living.parent);
      if (parent != EntityIndex(entity)) builder_.set_parent(EntityIndex(entity), parent);
      return false;
    }
    builder_.end_life(living.life, living.last);
    living.life = LifetimeIndex::none();
    return true;
  });
  last_frames_[frame_.stream.value] = now;
}

/// With the last frame of their stream, behind which others may have more.
void Indexer::end_own_lives() {
  for (const Living& living : living_) {
    if (living.life.exists()) builder_.end_life(living.life, last_frames_[living.stream.value]);
  }
}

void Indexer::take_own_event(const ReadChannel& channel, Bytes event) {
  if (!frame_.is_open || frame_.stream != channel.stream) {
    tell(Severity::error, "no-frame", "Messages on " + channel.topic + " stand in no frame.");
    return;
  }
  const OwnEvent own = read_own_event(event);
  const std::string name = valid_utf8(own.name);
  const std::string tag = valid_utf8(own.tag);
  EventInfo info{.frame = builder_.next_frame(),
                 // To the bit, where it was written so.
                 .time = number_from<Seconds>(own.time).value_or(index_.seconds(own.begin)),
                 .end = number_from<Seconds>(own.end_time).value_or(index_.seconds(own.end)),
                 .entity = find_own(channel.stream, own.entity),
                 .name = name,
                 .tag = tag,
                 .order = own.order,
                 .source_offset = packed_place(at_.block, at_.message),
                 .role = event_role_from(own.role)};
  builder_.add_event(info);
}

void Indexer::add_comments() {
  const TextViews* const entries = index_.map.find_metadata(kCommentsRecord);
  if (entries == nullptr) return;
  simdjson::dom::parser parser;
  for (const auto& [entry, json] : *entries) {
    if (json.empty()) continue;
    simdjson::dom::object object;
    if (parser.parse(json.data(), json.size()).get(object) != simdjson::SUCCESS) continue;
    const auto text = [&](std::string_view key) {
      std::string_view found;
      return object[key].get(found) == simdjson::SUCCESS ? found : std::string_view();
    };
    const auto number = [&](std::string_view key) -> std::optional<std::uint64_t> {
      std::uint64_t found = 0;
      if (object[key].get(found) != simdjson::SUCCESS) return std::nullopt;
      return found;
    };
    const std::string_view own_id = text("id");
    const std::string id = valid_utf8(own_id.empty() ? entry : own_id);
    const auto stream = streams_.find(text("stream"));  // of the entity
    CommentInfo comment{.id = id,
                        .text = text("text"),
                        .color = text("color"),
                        .target = text("target") == "property" ? CommentInfo::Target::property
                                  : text("target") == "event"  ? CommentInfo::Target::event
                                                               : CommentInfo::Target::timeline,
                        .frame = {},
                        .entity = stream == streams_.end()
                                      ? EntityIndex::none()
                                      : find_own(stream->second, text("entity")),
                        .event = {}};
    const auto frame = number("frame");
    const std::uint64_t first = first_sequence_.value_or(0);
    if (frame && *frame >= first && *frame - first < builder_.next_frame().value) {
      comment.frame = FrameIndex(static_cast<std::size_t>(*frame - first));
    }
    if (const auto property = number("property")) {
      comment.property = static_cast<std::uint32_t>(*property);
    }
    double place = 0;
    if (object["x"].get(place) == simdjson::SUCCESS) comment.x = place;
    if (object["y"].get(place) == simdjson::SUCCESS) comment.y = place;
    builder_.add_comment(comment);
  }
}

}  // namespace scrubjay::mcap
