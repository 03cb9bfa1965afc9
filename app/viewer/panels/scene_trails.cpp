#include <algorithm>

#include "app/viewer/panels/scene_parts.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostSelected = 32;

void forget_closed(const Session& session, SceneCache& cache) {
  std::erase_if(cache.trackers, [&](const auto& entry) {
    return std::ranges::none_of(session.recordings, [&](const OpenRecording& open) {
      return open.recording.get() == entry.first.first;
    });
  });
}

/// What of a frame's stream is asked for; without entities when nothing is.
TrailRequest request_of(const ViewState& state, const Recording& recording,
                        const MomentFrame& shown) {
  TrailRequest request = trail_request(recording.timeline(), shown.frame->stream,
                                       shown.frame->index, state.trail_seconds);
  request.all = state.trails == LayerState::all;
  if (request.all) return request;
  for (const EntityRef entity : state.selected) {
    if (entity.recording == shown.ref.recording && shown.frame->find(entity.entity) != nullptr &&
        request.entities.size() < kMostSelected) {
      request.entities.push_back(entity.entity);
    }
  }
  std::ranges::sort(request.entities);
  return request;
}

/// As the entity's marker is drawn.
std::uint32_t color_of(const Recording& recording, const Entity& entity, StreamIndex stream) {
  const bool by_stream =
      entity.kind == EntityKind::other && recording.timeline().stream_count() > 1;
  return by_stream ? stream_color(stream.value) : kind_color(entity.kind);
}

}  // namespace

void scene_trails(PanelContext& context, SceneCache& cache) {
  const Session& session = context.session();
  const ViewState& state = context.state;
  forget_closed(session, cache);
  cache.trail_lines.clear();
  cache.trail_points.resize(context.moment.frames.size());
  if (state.trails == LayerState::off) return;
  if (state.trails == LayerState::selected && state.selected.empty()) return;
  for (std::size_t i = 0; i < context.moment.frames.size(); ++i) {
    const MomentFrame& shown = context.moment.frames[i];
    if (shown.frame == nullptr || shown.presence == Presence::absent) continue;
    const std::size_t place = shown.ref.recording;
    const std::shared_ptr<Recording>& recording = session.recordings[place].recording;
    const TrailRequest request = request_of(state, *recording, shown);
    if (!request.all && request.entities.empty()) continue;
    auto& tracker = cache.trackers[{recording.get(), shown.frame->stream}];
    if (tracker == nullptr) {
      tracker = std::make_unique<TrailTracker>(recording, context.workspace.wake());
    }
    tracker->request(request);
    std::vector<TrailPoints>& trails = cache.trail_points[i];
    tracker->latest(trails);
    if (!tracker->is_current()) context.needs_redraw = true;
    for (const TrailPoints& trail : trails) {
      const Entity* const entity = shown.frame->find(trail.entity);
      const EntityRef ref{place, trail.entity};
      if (entity == nullptr || trail.points.size() < 2 || !is_shown(state, ref)) continue;
      if (!request.all && !is_selected(state, ref)) continue;
      cache.trail_lines.push_back({ref, kViewerCoordinates, trail.points,
                                   color_of(*recording, *entity, shown.frame->stream)});
    }
  }
}

}  // namespace scrubjay
