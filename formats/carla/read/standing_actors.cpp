#include "formats/carla/read/standing_actors.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "core/number_text.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

char letter_of(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return 'v';
    case EntityKind::person: return 'w';
    case EntityKind::signal: return 't';
    default: return 'o';
  }
}

void StandingActors::take_frame(FrameIndex frame, double duration) {
  const VectorWidth width = index_.width.load(std::memory_order_acquire);
  const auto [first, last] = recording_.events_in(frame, frame);
  for (std::size_t i = first; i < last; ++i) {
    const EventInfo event = recording_.event(EventIndex(i));
    const EventKind kind = EventDetail::from(event.source_detail).kind;
    if (kind != EventKind::added && kind != EventKind::deleted) continue;
    const std::uint32_t id = index_.actors[event.entity.value].id;
    const auto found = actors_.find(id);
    if (kind == EventKind::added) {
      if (found != actors_.end()) end_standing(found->second);
      actors_[id] = {.entity = event.entity, .start = {}};
    } else if (found != actors_.end() && found->second.entity == event.entity) {
      end_standing(found->second);
      actors_.erase(found);
    }
  }
  const ByteRange range = recording_.timeline().bytes(frame);
  visit_positions(recording_.file().bytes(), range, width,
                  [&](const Position& position) { take_position(position, frame, duration); });
}

void StandingActors::take_position(const Position& position, FrameIndex frame, double duration) {
  const auto found = actors_.find(position.id);
  if (found == actors_.end()) return;
  Actor& actor = found->second;
  if (actor.has_anchor && glm::distance(actor.anchor, position.location) < min_distance_) {
    if (!actor.start.exists()) actor.start = frame;
    actor.duration += duration;
    return;
  }
  end_standing(actor);
  actor.anchor = position.location;
  actor.has_anchor = true;
}

void StandingActors::end_standing(Actor& actor) {
  const EntityKind kind = recording_.entity(actor.entity).kind;
  const bool is_wanted = type_ == 'a' || type_ == letter_of(kind);
  if (is_wanted && actor.start.exists() && actor.duration >= min_time_) {
    rows_.push_back({actor.duration, actor.start, actor.entity});
  }
  actor.start = FrameIndex::none();
  actor.duration = 0;
}

std::vector<QueryRow> StandingActors::finish() {
  for (auto& [id, actor] : actors_) end_standing(actor);
  std::ranges::sort(rows_, [](const Row& a, const Row& b) {
    if (a.duration != b.duration) return a.duration > b.duration;
    return a.start != b.start ? a.start < b.start : a.entity < b.entity;
  });
  std::vector<QueryRow> table;
  table.reserve(rows_.size());
  for (const Row& row : rows_) {
    const EntityInfo info = recording_.entity(row.entity);
    QueryRow& out = table.emplace_back();
    out.cells = {number_text(recording_.timeline().time(row.start)), std::string(info.id),
                 std::string(info.name), number_text(row.duration)};
    out.frame = row.start;
    out.entity = row.entity;
  }
  return table;
}

}  // namespace scrubjay::carla
