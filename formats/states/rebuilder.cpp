#include "formats/states/rebuilder.h"

#include <string>

#include "core/limits.h"
#include "formats/states/limits.h"

namespace scrubjay::states {

EntityKind kind_named(std::string_view name) {
  for (std::size_t i = 0; i < kEntityKinds; ++i) {
    if (to_text(static_cast<EntityKind>(i)) == name) return static_cast<EntityKind>(i);
  }
  return EntityKind::other;
}

/// The stream with that row; those that are lost are called by their rows.
std::optional<StreamIndex> Rebuilder::stream(std::int64_t row) {
  if (row < 0 || row >= static_cast<std::int64_t>(scrubjay::limits::kMostStreams))
    return std::nullopt;
  const auto wanted = static_cast<std::size_t>(row);
  if (wanted > streams_.size() + limits::kMostMissingStreams) return std::nullopt;
  while (streams_.size() <= wanted) {
    streams_.push_back(builder_.add_stream(std::to_string(streams_.size()), ""));
  }
  return streams_[wanted];
}

bool Rebuilder::add_stream(std::int64_t row, std::string_view id, std::string_view name) {
  if (row > 0 && !stream(row - 1)) return false;
  if (row != static_cast<std::int64_t>(streams_.size())) return false;
  streams_.push_back(builder_.add_stream(id, name));
  return true;
}

bool Rebuilder::add_entity(const Entity& entity) {
  const std::size_t known = index_.entities.size();
  if (entity.row < known || entity.row - known > limits::kMostMissingEntities) return false;
  const auto of_stream = stream(entity.stream);
  if (!of_stream) return false;
  while (index_.entities.size() < entity.row) index_.entities.append(EntityIndex().value);
  const EntityIndex added = builder_.add_entity(entity.id, entity.name, entity.kind, *of_stream);
  index_.entities.append(added.value);
  if (entity.is_background) builder_.set_background(added);
  if (entity.parent) parents_.emplace_back(added, *entity.parent);
  return true;
}

bool Rebuilder::add_life(std::optional<std::uint32_t> entity, std::uint32_t first,
                         std::int64_t last) {
  const EntityIndex lives = entity_index(entity);
  if (!lives.exists()) return false;
  // One that never lived ends before it begins: in front of frame 0 there is no row.
  const bool has_lived = last >= std::int64_t{first};
  lives_.push({.first = first,
               .row = life_rows_++,
               .last = has_lived ? static_cast<std::uint64_t>(last) + 1 : 0,
               .entity = lives});
  return true;
}

bool Rebuilder::add_event(const Event& event) {
  const bool runs_on = !event_runs_.empty() &&
                       event.row - event_runs_.back().first == events_ - event_runs_.back().second;
  if (!runs_on) {
    if (!event_runs_.empty() && event.row <= event_runs_.back().first) return false;
    event_runs_.emplace_back(event.row, events_);
  }
  ++events_;
  builder_.add_event({.frame = builder_.next_frame(),
                      .time = event.time,
                      .end = event.end,
                      .entity = entity_index(event.entity),
                      .name = event.name,
                      .tag = event.tag,
                      .order = event.order,
                      .source_offset = event.frame,
                      .source_detail = event.place});
  return true;
}

bool Rebuilder::add_frame(const Frame& frame) {
  const auto of_stream = stream(frame.stream);
  const std::size_t count = index_.frames.size();
  if (!of_stream || (count > 0 && frame.row <= index_.frames[count - 1])) return false;
  index_.frames.append(frame.row);
  begin_and_end_lives(frame.row);
  builder_.add_frame(frame.time, frame.number, frame.bytes, *of_stream);
  return true;
}

void Rebuilder::set_coordinates(const CoordinateSystem& system) {
  if (system == coordinates_) return;
  coordinates_ = system;
  index_.changes.append(builder_.next_frame().value, system);
}

/// What begins at or before the frame to come, and what has ended before it.
void Rebuilder::begin_and_end_lives(std::uint64_t frame) {
  const FrameIndex next = builder_.next_frame();
  while (!lives_.empty() && lives_.top().first <= frame) {
    const Life& life = lives_.top();
    ends_.emplace(life.last, builder_.begin_life(life.entity, next));
    lives_.pop();
  }
  while (!ends_.empty() && ends_.top().first <= frame) {
    // In front of frame 0 that is none(), as end_life wants it.
    FrameIndex last;
    last.value = next.value - 1;
    builder_.end_life(ends_.top().second, last);
    ends_.pop();
  }
}

void Rebuilder::add_comment(CommentInfo comment, std::optional<std::uint32_t> frame,
                            std::optional<std::uint32_t> entity,
                            std::optional<std::uint32_t> event) {
  comment.frame = frame_index(frame);
  comment.entity = entity_index(entity);
  comment.event = event_index(event);
  builder_.add_comment(comment);
}

FrameIndex Rebuilder::frame_index(std::optional<std::uint32_t> written) const {
  if (!written) return {};
  const std::size_t row = partition_row(index_.frames.size(),
                                        [&](std::size_t i) { return index_.frames[i] < *written; });
  const bool is_there = row < index_.frames.size() && index_.frames[row] == *written;
  return is_there ? FrameIndex(row) : FrameIndex();
}

EventIndex Rebuilder::event_index(std::optional<std::uint32_t> written) const {
  if (!written) return {};
  const std::size_t after = partition_row(
      event_runs_.size(), [&](std::size_t i) { return event_runs_[i].first <= *written; });
  if (after == 0) return {};
  const auto& [first, row] = event_runs_[after - 1];
  const std::uint32_t end = after < event_runs_.size() ? event_runs_[after].second : events_;
  const std::uint64_t found = std::uint64_t{*written} - first + row;
  return found < end ? EventIndex(static_cast<std::size_t>(found)) : EventIndex();
}

EntityIndex Rebuilder::entity_index(std::optional<std::uint32_t> written) const {
  return written ? index_.entity(*written) : EntityIndex();
}

void Rebuilder::finish() {
  for (const auto& [child, above] : parents_) {
    if (const EntityIndex parent = index_.entity(above); parent.exists()) {
      builder_.set_parent(child, parent);
    }
  }
}

}  // namespace scrubjay::states
