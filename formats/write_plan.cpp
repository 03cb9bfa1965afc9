#include "formats/write_plan.h"

#include <algorithm>

#include "core/growing_column.h"

namespace scrubjay {

WritePlan::WritePlan(const WriteRequest& request) : request_(request) {
  choose_frames();
  choose_entities();
  choose_lifetimes();
  if (request_.entities) note_left_out();
}

void WritePlan::choose_frames() {
  const Timeline& timeline = recording().timeline();
  const std::size_t count = recording().frame_count();
  const auto time = [&](std::size_t frame) { return timeline.time(FrameIndex(frame)); };
  end_frame_ = count;
  if (request_.from) {
    first_frame_ = partition_row(count, [&](std::size_t i) { return time(i) < *request_.from; });
  }
  if (request_.to) {
    end_frame_ = partition_row(count, [&](std::size_t i) { return time(i) <= *request_.to; });
  }
  end_frame_ = std::max(end_frame_, first_frame_);
  is_partial_ = first_frame_ > 0 || end_frame_ < count || request_.entities;
}

bool WritePlan::lives_in_range(const Lifetime& life) const {
  if (life.last < life.first) return !is_partial_;
  return life.first.value < end_frame_ && life.last.value >= first_frame_;
}

/// Of a part those that live in it, that its events name and that are above these.
void WritePlan::choose_entities() {
  const std::size_t count = recording().entity_count();
  std::vector<bool> is_chosen(count, !is_partial_);
  if (is_partial_) {
    for (std::size_t i = 0; i < recording().lifetime_count(); ++i) {
      const Lifetime life = recording().lifetime(LifetimeIndex(i));
      if (lives_in_range(life)) is_chosen[life.entity.value] = true;
    }
    if (first_frame_ < end_frame_) {
      const auto [first, end] =
          recording().events_in(FrameIndex(first_frame_), FrameIndex(end_frame_ - 1));
      for (std::size_t i = first; i < end; ++i) {
        const EntityIndex entity = recording().event(EventIndex(i)).entity;
        if (entity.exists()) is_chosen[entity.value] = true;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_chosen[i]) continue;
      EntityIndex above = recording().entity(EntityIndex(i)).parent;
      for (; above.exists() && !is_chosen[above.value]; above = recording().entity(above).parent) {
        is_chosen[above.value] = true;
      }
    }
  }
  rows_.assign(count, kNoRow);
  for (std::size_t i = 0; i < count; ++i) {
    const EntityIndex entity(i);
    if (!is_chosen[i]) continue;
    if (request_.entities && !std::ranges::binary_search(*request_.entities, entity)) continue;
    rows_[i] = static_cast<std::uint32_t>(entities_.size());
    entities_.push_back(entity);
  }
}

void WritePlan::choose_lifetimes() {
  const auto ends_before = [](FrameIndex first) {
    FrameIndex last;
    last.value = first.value - 1;
    return last;
  };
  const auto has_lived = [](const Lifetime& lifetime) {
    return lifetime.last.exists() && lifetime.last >= lifetime.first;
  };
  for (std::size_t i = 0; i < recording().lifetime_count(); ++i) {
    Lifetime lifetime = recording().lifetime(LifetimeIndex(i));
    const std::uint32_t row = entity_row(lifetime.entity);
    if (row == kNoRow || !lives_in_range(lifetime)) continue;
    const bool is_alive = lifetime.last >= lifetime.first;
    const auto at = [&](FrameIndex frame) {
      return FrameIndex(std::max<std::size_t>(frame.value, first_frame_) - first_frame_);
    };
    lifetime.entity.value = row;
    lifetime.first = at(lifetime.first);
    lifetime.last = is_alive
                        ? std::min(at(lifetime.last), FrameIndex(end_frame_ - first_frame_ - 1))
                        : ends_before(lifetime.first);
    lifetimes_.push_back(lifetime);
  }
  // One that never lived and was to begin in frame 0 reads as of frame 1: it keeps its place.
  for (std::size_t i = lifetimes_.size(); i-- > 1;) {
    Lifetime& lifetime = lifetimes_[i - 1];
    if (has_lived(lifetime)) continue;
    lifetime.first = std::min(lifetime.first, lifetimes_[i].first);
    lifetime.last = ends_before(lifetime.first);
  }
  std::ranges::stable_sort(lifetimes_, {}, &Lifetime::first);
}

std::uint32_t WritePlan::frame_row(FrameIndex frame) const {
  const bool is_there = frame.exists() && frame.value >= first_frame_ && frame.value < end_frame_;
  return is_there ? frame.value - static_cast<std::uint32_t>(first_frame_) : kNoRow;
}

std::uint32_t WritePlan::entity_row(EntityIndex entity) const {
  return entity.value < rows_.size() ? rows_[entity.value] : kNoRow;
}

bool WritePlan::has_event(const EventInfo& event) const {
  return event.entity.exists() ? entity_row(event.entity) != kNoRow : has_frames_own();
}

std::uint64_t WritePlan::count_events(const Frame& frame) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      frame.events,
      [&](const FrameEvent& event) { return has_event(recording().event(event.index)); }));
}

std::uint64_t WritePlan::count_events() const {
  if (first_frame_ == end_frame_) return 0;
  const auto [first, end] =
      recording().events_in(FrameIndex(first_frame_), FrameIndex(end_frame_ - 1));
  std::uint64_t count = 0;
  for (std::size_t row = first; row < end; ++row) {
    if (has_event(recording().event(EventIndex(row)))) ++count;
  }
  return count;
}

/// An id that comes again names those that are written.
void WritePlan::note_left_out() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!std::ranges::binary_search(*request_.entities, EntityIndex(i))) {
      left_out_.insert(recording().entity(EntityIndex(i)).id);
    }
  }
  for (const EntityIndex entity : *request_.entities) {
    left_out_.erase(recording().entity(entity).id);
  }
}

std::uint64_t WritePlan::count_cut(const Frame& frame) const {
  if (left_out_.empty()) return 0;
  std::uint64_t count = 0;
  const auto add_references = [&](const PropertyRange& range) {
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const PropertyNode& node = frame.tree[i];
      if (node.type == PropertyType::entity && left_out_.contains(node.text_value())) ++count;
    }
  };
  for (const Entity& entity : frame.entities) {
    if (!has_entity(entity.index)) continue;
    if (entity.parent.exists() && !has_entity(entity.parent)) ++count;
    add_references(entity.properties);
  }
  for (const FrameEvent& event : frame.events) {
    if (has_event(recording().event(event.index))) add_references(event.properties);
  }
  return count;
}

CoordinateSystem WritePlan::coordinates() const {
  return request_.coordinates.value_or(recording().info().coordinates);
}

}  // namespace scrubjay
