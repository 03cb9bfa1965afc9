#include "formats/kept/rebuilder.h"

#include <string>
#include <utility>

#include "core/limits.h"
#include "formats/kept/limits.h"

namespace scrubjay::kept {

/// The stream with that row; those that are lost are called by their rows.
std::optional<StreamIndex> Rebuilder::found(StreamIndex written) {
  const std::size_t wanted = written.value;
  if (wanted >= scrubjay::limits::kMostStreams) return std::nullopt;
  if (wanted > streams_.size() + limits::kMostMissingStreams) return std::nullopt;
  while (streams_.size() <= wanted) {
    streams_.push_back(builder_.add_stream(std::to_string(streams_.size()), ""));
  }
  return streams_[wanted];
}

bool Rebuilder::add_stream(const Stream& stream) {
  if (streams_.size() >= scrubjay::limits::kMostStreams) return false;
  streams_.push_back(builder_.add_stream(stream.id, stream.name));
  return true;
}

bool Rebuilder::add_entity(std::uint32_t row, EntityInfo entity) {
  const std::size_t known = index_.entities.size();
  if (row < known || row - known > limits::kMostMissingEntities - missing_entities_) return false;
  const auto stream = found(entity.stream);
  if (!stream) return false;
  missing_entities_ += row - known;
  while (index_.entities.size() < row) index_.entities.append(EntityIndex().value);
  entity.stream = *stream;
  const EntityIndex parent = std::exchange(entity.parent, EntityIndex());
  const EntityIndex added = builder_.add_entity(entity);
  index_.entities.append(added.value);
  if (parent.exists()) parents_.emplace_back(added, parent);
  return true;
}

bool Rebuilder::add_lifetime(const Lifetime& lifetime) {
  const EntityIndex entity = found(lifetime.entity);
  if (!entity.exists()) return false;
  // One that never lived ends before it begins: in front of frame 0 there is no row.
  const bool has_lived = lifetime.last.exists() && lifetime.last >= lifetime.first;
  begins_.push({.first = lifetime.first.value,
                .row = lifetime_rows_++,
                .end = has_lived ? std::uint64_t{lifetime.last.value} + 1 : 0,
                .entity = entity});
  return true;
}

bool Rebuilder::add_event(std::uint32_t row, std::uint32_t place, EventInfo event) {
  const bool runs_on =
      !event_runs_.empty() && row - event_runs_.back().first == events_ - event_runs_.back().second;
  if (!runs_on) {
    if (!event_runs_.empty() && row <= event_runs_.back().first) return false;
    event_runs_.emplace_back(row, events_);
  }
  ++events_;
  event.source_offset = event.frame.value;
  event.source_detail = place;
  event.frame = builder_.next_frame();
  event.entity = found(event.entity);
  builder_.add_event(event);
  return true;
}

bool Rebuilder::add_frame(std::uint32_t row, const FrameInfo& frame) {
  const auto stream = found(frame.stream);
  const std::size_t count = index_.frames.size();
  if (!stream || (count > 0 && row <= index_.frames[count - 1])) return false;
  index_.frames.append(row);
  begin_and_end_lifetimes(row);
  builder_.add_frame(frame.time, frame.number, frame.bytes, *stream);
  return true;
}

void Rebuilder::set_coordinates(const CoordinateSystem& system) {
  if (system == coordinates_) return;
  coordinates_ = system;
  index_.changes.append(builder_.next_frame().value, system);
}

/// What begins at or before the frame to come, and what has ended before it.
void Rebuilder::begin_and_end_lifetimes(std::uint64_t frame) {
  const FrameIndex next = builder_.next_frame();
  while (!begins_.empty() && begins_.top().first <= frame) {
    const Begin& begin = begins_.top();
    ends_.emplace(begin.end, builder_.begin_life(begin.entity, next));
    begins_.pop();
  }
  while (!ends_.empty() && ends_.top().first <= frame) {
    // In front of frame 0 that is none(), as end_life wants it.
    FrameIndex last;
    last.value = next.value - 1;
    builder_.end_life(ends_.top().second, last);
    ends_.pop();
  }
}

void Rebuilder::add_comment(CommentInfo comment) {
  comment.frame = found(comment.frame);
  comment.entity = found(comment.entity);
  comment.event = found(comment.event);
  builder_.add_comment(comment);
}

FrameIndex Rebuilder::found(FrameIndex written) const {
  const std::size_t row = partition_row(
      index_.frames.size(), [&](std::size_t i) { return index_.frames[i] < written.value; });
  const bool is_there = row < index_.frames.size() && index_.frames[row] == written.value;
  return is_there ? FrameIndex(row) : FrameIndex();
}

EventIndex Rebuilder::found(EventIndex written) const {
  const std::size_t after = partition_row(
      event_runs_.size(), [&](std::size_t i) { return event_runs_[i].first <= written.value; });
  if (after == 0 || !written.exists()) return {};
  const auto& [first, row] = event_runs_[after - 1];
  const std::uint32_t end = after < event_runs_.size() ? event_runs_[after].second : events_;
  const std::uint64_t place = std::uint64_t{written.value} - first + row;
  return place < end ? EventIndex(static_cast<std::size_t>(place)) : EventIndex();
}

void Rebuilder::finish() {
  for (const auto& [child, above] : parents_) {
    if (const EntityIndex parent = found(above); parent.exists()) {
      builder_.set_parent(child, parent);
    }
  }
}

}  // namespace scrubjay::kept
