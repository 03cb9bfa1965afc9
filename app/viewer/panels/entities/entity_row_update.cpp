#include "app/viewer/panels/entities/entity_row_update.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "app/shared/start_events.h"
#include "app/viewer/panels/entities/stream_rows.h"

namespace scrubjay {

namespace {

/// `background` counts what is left out because it only tells how a source describes itself.
std::vector<EntityList> living_lists(const ViewContext& context, std::size_t& background) {
  std::vector<EntityList> lists;
  background = 0;
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (!session.recordings[i].visible) continue;
    EntityList& list = lists.emplace_back();
    list.recording = i;
    list.source = session.recordings[i].recording;
    std::size_t streams = 0;
    for (const MomentFrame& shown : context.moment.frames) {
      if (shown.ref.recording != i || shown.frame == nullptr) continue;
      list.entities.reserve(list.entities.size() + shown.frame->entities.size());
      for (const Entity& entity : shown.frame->entities) {
        if (list.source->entity(entity.index).is_background) {
          ++background;
          if (!context.state.background_entities) continue;
        }
        list.entities.push_back({entity.index, entity.parent, entity.kind, shown.frame->stream});
        if (shown.presence == Presence::live) ++list.live;
      }
      ++streams;
    }
    if (streams > 1) {
      std::ranges::sort(list.entities, {}, &ListedEntity::index);
      const auto doubles = std::ranges::unique(list.entities, {}, &ListedEntity::index);
      list.entities.erase(doubles.begin(), doubles.end());
    }
  }
  return lists;
}

std::vector<EntityList> whole_lists(const Session& session, bool background) {
  std::vector<EntityList> lists;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (!session.recordings[i].visible) continue;
    lists.push_back({i, session.recordings[i].recording, {}, {}, true, background});
  }
  return lists;
}

bool same_lists(const std::vector<EntityList>& a, const std::vector<EntityList>& b) {
  return std::ranges::equal(a, b, [](const EntityList& left, const EntityList& right) {
    return left.recording == right.recording && left.source == right.source &&
           left.entities == right.entities;
  });
}

void find_entities_with_events(const ViewContext& context, std::vector<EntityRef>& out) {
  out.clear();
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.frame == nullptr) continue;
    const Recording& recording = *context.session().recordings[shown.ref.recording].recording;
    for (const FrameEvent& event : shown.frame->events) {
      const EventInfo info = recording.event(event.index);
      // That all of them are there at the start is no news of any.
      if (!info.entity.exists() || is_of_start(recording, info)) continue;
      out.push_back({shown.ref.recording, info.entity});
    }
  }
  std::ranges::sort(out);
}

/// Notices what changed since the last picture and decides whether the rows must be computed anew.
void look_for_changes(const ViewContext& context, EntityRowsCache& cache) {
  const Session& session = context.session();
  std::vector<const Recording*> recordings;
  std::vector<std::size_t> counts;
  for (const OpenRecording& open : session.recordings) {
    recordings.push_back(open.visible ? open.recording.get() : nullptr);
    counts.push_back(context.state.all_entities ? open.recording->entity_count() : 0);
  }
  std::vector<FrameRef> frames;
  std::vector<Presence> presences;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.frame == nullptr) continue;
    frames.push_back({shown.ref.recording, shown.frame->index});
    presences.push_back(shown.presence);
  }
  const bool other_recordings = recordings != cache.recordings;
  if (other_recordings) {
    cache.places.hold(session);
    // Rows name recordings by place: those places mean something else now.
    cache.rows.clear();
    cache.search.clear();
    cache.anchor.reset();
    cache.reveal.reset();
  }
  const bool other_background = context.state.background_entities != cache.with_background;
  cache.with_background = context.state.background_entities;
  if (other_recordings || other_background || frames != cache.frames ||
      presences != cache.presences) {
    find_entities_with_events(context, cache.with_events);
    std::vector<EntityList> living = living_lists(context, cache.background);
    cache.alive = 0;
    for (const EntityList& list : living) cache.alive += list.live;
    if (!context.state.all_entities && !same_lists(living, cache.living)) cache.is_stale = true;
    cache.living = std::move(living);
  }
  if (other_recordings || other_background || context.state.all_entities != cache.all) {
    cache.must_restart = true;
  }
  if (cache.must_restart || counts != cache.entity_counts) cache.is_stale = true;
  cache.recordings = std::move(recordings);
  cache.entity_counts = std::move(counts);
  cache.frames = std::move(frames);
  cache.presences = std::move(presences);
  cache.all = context.state.all_entities;
  if (context.state.entity_search != cache.search.text() ||
      context.state.closed_rows != cache.toggled) {
    cache.search.set_text(context.state.entity_search);
    cache.toggled = context.state.closed_rows;
    cache.is_stale = true;
    cache.must_restart = true;
  }
}

/// The lists to build rows from, with what the search found by values.
std::vector<EntityList> lists_to_build(const ViewContext& context, const EntityRowsCache& cache) {
  std::vector<EntityList> lists =
      cache.all ? whole_lists(context.session(), cache.with_background) : cache.living;
  for (EntityList& list : lists) {
    for (const EntityValueSearch::Found& found : cache.values.found()) {
      if (found.entity.recording == list.recording) {
        list.found_by_value.push_back(found.entity.entity);
      }
    }
  }
  return lists;
}

}  // namespace

void update_entity_rows(ViewContext& context, EntityRowsCache& cache) {
  look_for_changes(context, cache);
  WorkBudget budget(kPanelBudget);
  WorkBudget looking(kPanelBudget / 2);
  if (cache.values.advance(context.session(), context.moment, context.state.entity_search,
                           looking)) {
    cache.is_stale = true;
  }
  if (!cache.values.is_done()) context.needs_redraw = true;
  if (cache.is_stale && (cache.must_restart || !cache.build.is_running())) {
    cache.build.start(lists_to_build(context, cache), cache.toggled);
    cache.is_stale = false;
    cache.must_restart = false;
    cache.taken = false;
  }
  if (!cache.taken && cache.build.advance(cache.search, budget)) {
    cache.build.take(cache.rows);
    cache.found = cache.build.found();
    cache.taken = true;
  }
  if (cache.build.is_running() || cache.is_stale) context.needs_redraw = true;
}

}  // namespace scrubjay
