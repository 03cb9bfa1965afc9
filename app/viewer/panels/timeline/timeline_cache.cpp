#include "app/viewer/panels/timeline/timeline_cache.h"

#include <algorithm>

namespace scrubjay {

namespace {

std::optional<Problem> ending_of(const Recording& recording, const std::vector<Problem>& problems) {
  if (!recording.is_indexed() || recording.is_complete()) return std::nullopt;
  for (const char* const code : {"file-truncated", "cancelled", "cut-off", "no-end-packet"}) {
    const auto found = std::ranges::find(problems, code, &Problem::code);
    if (found != problems.end()) return *found;
  }
  // The one farthest back in the file is where reading stopped.
  const Problem* last = nullptr;
  for (const Problem& problem : problems) {
    if (problem.severity < Severity::error) continue;
    if (last == nullptr || problem.offset.value_or(0) >= last->offset.value_or(0)) last = &problem;
  }
  if (last != nullptr) return *last;
  return Problem{
      .severity = Severity::warning, .code = "cut-off", .message = "Its end mark is missing."};
}

void update_problems(const Recording& recording, TimelineOfRecording& known) {
  const bool indexed = recording.is_indexed();
  const std::uint64_t version = recording.problems_version();
  if (version == known.problems_version && indexed == known.problems_final) return;
  known.problems_version = version;
  known.problems_final = indexed;
  known.problems = recording.problems();
  known.ending = ending_of(recording, known.problems);
  std::erase_if(known.problems, [](const Problem& problem) { return !problem.frame; });
  std::ranges::stable_sort(known.problems, {},
                           [](const Problem& problem) { return *problem.frame; });
}

bool look_at_events(const Recording& recording, WorkBudget& budget, TimelineOfRecording& known) {
  const std::size_t count = recording.event_count();
  for (; known.events_seen < count; ++known.events_seen) {
    if (budget.spend()) return false;
    const EventInfo event = recording.event(EventIndex(known.events_seen));
    if (known.events_seen > 0 && !(event.time >= known.last_event_time))
      known.events_by_frame = true;
    if (event.end > event.time) known.events_have_spans = true;
    known.last_event_time = event.time;
  }
  return true;
}

/// Adds the events for which `belongs(event)`; true when all were looked at.
template <class Belongs>
bool extend(const Recording& recording, WorkBudget& budget, EventList& list, Belongs belongs) {
  const std::size_t count = recording.event_count();
  for (; list.looked_at < count; ++list.looked_at) {
    if (budget.spend()) return false;
    const EventIndex event(list.looked_at);
    if (belongs(recording.event(event))) list.rows.push_back(event);
  }
  return true;
}

/// Events that name a part of the recording, in order of time.
bool update_chapters(const Recording& recording, WorkBudget& budget, TimelineOfRecording& known) {
  std::vector<EventIndex>& rows = known.chapters.rows;
  const std::size_t before = rows.size();
  const bool all = extend(recording, budget, known.chapters,
                          [](const EventInfo& event) { return event.role == EventRole::chapter; });
  std::vector<Seconds>& begins = known.chapter_begins;
  const auto time = [&](EventIndex event) { return recording.event(event).time; };
  for (std::size_t i = before; i < rows.size(); ++i) begins.push_back(time(rows[i]));
  if (!std::is_sorted(
          begins.begin() + static_cast<std::ptrdiff_t>(before - std::min<std::size_t>(before, 1)),
          begins.end())) {
    std::ranges::stable_sort(rows, {}, time);
    std::ranges::stable_sort(begins);
  }
  return all;
}

bool hides_streams(const OpenRecording& open) {
  return std::ranges::count(open.hidden_streams, true) > 0;
}

bool update_recording(const Session& session, std::size_t place, WorkBudget& budget,
                      TimelineOfRecording& known) {
  const OpenRecording& open = session.recordings[place];
  if (known.recording.lock() != open.recording) {
    known = TimelineOfRecording();
    known.recording = open.recording;
  }
  update_problems(*open.recording, known);
  bool events_known = look_at_events(*open.recording, budget, known);
  events_known &= update_chapters(*open.recording, budget, known);
  if (known.hidden_streams != open.hidden_streams) {
    known.hidden_streams = open.hidden_streams;
    known.shown_events = {};
  }
  if (hides_streams(open)) {
    const Timeline& timeline = open.recording->timeline();
    events_known &=
        extend(*open.recording, budget, known.shown_events, [&](const EventInfo& event) {
          return session.is_shown(place, timeline.stream(event.frame));
        });
  }
  return events_known;
}

/// Puts what is known of entities beside `wanted`; new ones are empty.
void arrange(std::span<const EntityRef> wanted, std::vector<TimelineOfEntity>& known) {
  if (std::ranges::equal(wanted, known, {}, {}, &TimelineOfEntity::entity)) return;
  std::vector<TimelineOfEntity> arranged(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = std::ranges::find(known, wanted[i], &TimelineOfEntity::entity);
    if (found != known.end()) arranged[i] = std::move(*found);
  }
  known = std::move(arranged);
}

bool update_entity(const Session& session, EntityRef entity, WorkBudget& budget,
                   TimelineOfEntity& known) {
  const std::shared_ptr<Recording>& recording = session.recordings[entity.recording].recording;
  if (known.entity != entity || known.recording.lock() != recording) {
    known = TimelineOfEntity();
    known.entity = entity;
    known.recording = recording;
  }
  known.lifetimes.of(recording, entity.entity);
  return extend(*recording, budget, known.events,
                [&](const EventInfo& event) { return event.entity == entity.entity; });
}

}  // namespace

bool update_timeline_cache(const Session& session, std::span<const EntityRef> entities,
                           WorkBudget& budget, TimelineCache& cache) {
  bool all_known = true;
  cache.recordings.resize(session.recordings.size());
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    all_known &= update_recording(session, i, budget, cache.recordings[i]);
  }
  arrange(entities.first(std::min(entities.size(), kEntityLanes)), cache.entities);
  for (std::size_t i = 0; i < cache.entities.size(); ++i) {
    all_known &= update_entity(session, entities[i], budget, cache.entities[i]);
  }
  return all_known;
}

std::vector<EventSource> all_events(const Session& session, const TimelineCache& cache,
                                    const std::vector<std::vector<EventIndex>>* passed) {
  std::vector<EventSource> sources;
  for (std::size_t i = 0; i < session.recordings.size() && i < cache.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (!open.visible) continue;
    const TimelineOfRecording& known = cache.recordings[i];
    EventSource source{i, nullptr, open.recording->event_count(), known.events_by_frame,
                       known.events_have_spans};
    if (passed != nullptr && i < passed->size()) {
      source.rows = &(*passed)[i];
    } else if (hides_streams(open)) {
      source.rows = &known.shown_events.rows;
    }
    if (source.rows != nullptr) source.count = source.rows->size();
    sources.push_back(source);
  }
  return sources;
}

EventSource events_of(const TimelineCache& cache, std::size_t lane) {
  const TimelineOfEntity& known = cache.entities[lane];
  const TimelineOfRecording& recording = cache.recordings[known.entity.recording];
  return {known.entity.recording, &known.events.rows, known.events.rows.size(),
          recording.events_by_frame, recording.events_have_spans};
}

}  // namespace scrubjay
