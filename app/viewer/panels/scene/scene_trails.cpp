#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/shared/source_mark.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "render/color_scale.h"
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
                                       shown.frame->index, state.trail_seconds, state.trails_ahead);
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
std::uint32_t color_of(const Session& session, std::size_t recording, const Entity& entity,
                       StreamIndex stream) {
  const bool by_stream = entity.kind == EntityKind::other &&
                         session.recordings[recording].recording->timeline().stream_count() > 1;
  return by_stream ? mark_of(session, recording, stream).color : kind_color(entity.kind);
}

/// The colours of a trail by speed from point to point, appended to `out`.
void add_speed_colors(const TrailPoints& trail, double fastest, std::vector<std::uint32_t>& out) {
  for (std::size_t i = 0; i < trail.points.size(); ++i) {
    const std::size_t a = i == 0 ? 0 : i - 1;
    const std::size_t b = i == 0 ? std::min<std::size_t>(1, trail.points.size() - 1) : i;
    const Seconds passed = trail.times[b] - trail.times[a];
    const double speed =
        passed > 0 ? glm::distance(trail.points[a], trail.points[b]) / passed : 0.0;
    out.push_back(scale_color(fastest > 0 ? speed / fastest : 0.0));
  }
}

/// A short line across the trail at each whole second, as long as a share of the way that is made
/// in it, so that it suits a room and a town.
void add_ticks(const TrailPoints& trail, std::vector<std::array<glm::dvec3, 2>>& out) {
  constexpr std::size_t kMost = 200;
  constexpr double kShare = 0.06;
  for (std::size_t i = 1; i < trail.points.size() && out.size() < kMost; ++i) {
    const Seconds from = trail.times[i - 1];
    const Seconds to = trail.times[i];
    const Seconds second = std::floor(to);
    if (!(second > from) || !(to > from)) continue;
    const glm::dvec3 way = trail.points[i] - trail.points[i - 1];
    const glm::dvec3 across(-way.y, way.x, 0.0);
    if (!(glm::length(across) > 0)) continue;
    const glm::dvec3 at = trail.points[i - 1] + way * ((second - from) / (to - from));
    const glm::dvec3 half =
        glm::normalize(across) * (kShare * std::min(glm::length(way) / (to - from), 100.0));
    out.push_back({at - half, at + half});
  }
}

double fastest_of(const SceneCache& cache) {
  double fastest = 0;
  for (const MotionFound* const found : cache.motions) {
    if (found != nullptr) fastest = std::max(fastest, found->fastest);
  }
  return fastest;
}

/// What was and what will be of one trail, and its ticks. `now`: the recording's own time.
void add_trail(const ViewState& state, SceneCache& cache, EntityRef entity,
               const TrailPoints& trail, std::uint32_t color, Seconds now) {
  const auto here =
      static_cast<std::size_t>(std::ranges::upper_bound(trail.times, now) - trail.times.begin());
  std::span<const glm::dvec3> points(trail.points);
  std::span<const std::uint32_t> colors;
  if (state.trails_by_speed) {
    auto& own = cache.trail_colors.emplace_back();
    add_speed_colors(trail, fastest_of(cache), own);
    colors = own;
  }
  const auto part = [&](std::size_t first, std::size_t last, float begin, float end) {
    if (last <= first + 1) return;
    Trail& line = cache.trail_lines.emplace_back();
    line = {entity, kViewerCoordinates, points.subspan(first, last - first), color};
    if (!colors.empty()) line.colors = colors.subspan(first, last - first);
    line.first_opacity = begin;
    line.last_opacity = end;
  };
  part(0, here, 0.15F, 1.0F);
  part(here > 0 ? here - 1 : 0, trail.points.size(), 0.55F, 0.1F);
  auto& ticks = cache.trail_ticks.emplace_back();
  add_ticks(trail, ticks);
  for (const auto& tick : ticks) {
    Trail& line = cache.trail_lines.emplace_back();
    line = {entity, kViewerCoordinates, tick, color};
    line.first_opacity = 0.8F;
    line.last_opacity = 0.8F;
  }
}

}  // namespace

void scene_trails(PanelContext& context, SceneCache& cache) {
  const Session& session = context.session();
  const ViewState& state = context.state;
  forget_closed(session, cache);
  cache.trail_lines.clear();
  cache.trail_ticks.clear();
  cache.trail_colors.clear();
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
      tracker = std::make_unique<TrailTracker>(context.workspace.decoders(place),
                                               context.workspace.background());
    }
    tracker->request(request);
    const std::vector<TrailPoints>* const trails = tracker->latest();
    if (!tracker->is_current()) context.needs_redraw = true;
    if (trails == nullptr) continue;
    for (const TrailPoints& trail : *trails) {
      const Entity* const entity = shown.frame->find(trail.entity);
      const EntityRef ref{place, trail.entity};
      if (entity == nullptr || trail.points.size() < 2 || !is_shown(state, ref)) continue;
      if (!request.all && !is_selected(state, ref)) continue;
      add_trail(state, cache, ref, trail, color_of(session, place, *entity, shown.frame->stream),
                shown.frame->time);
    }
  }
}

}  // namespace scrubjay
