#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include "app/viewer/panels/scene/scene_parts.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// How long the first picture waits to be told what moves.
constexpr double kFirstLookPatience = 0.6;  // seconds

MotionSurvey& survey_of(PanelContext& context, SceneCache& cache, std::size_t place) {
  const std::shared_ptr<Recording>& recording = context.session().recordings[place].recording;
  auto& survey = cache.surveys[recording.get()];
  if (survey == nullptr) {
    survey = std::make_unique<MotionSurvey>(context.workspace.decoders(place),
                                            context.workspace.background());
  }
  return *survey;
}

void forget_surveys(const Session& session, SceneCache& cache) {
  std::erase_if(cache.surveys, [&](const auto& entry) {
    return std::ranges::none_of(session.recordings, [&](const OpenRecording& open) {
      return open.recording.get() == entry.first;
    });
  });
}

/// Where that was which moves over the recordings, of what is shown.
std::vector<SceneCache::PlaceOfEntity> places_of_moving(const ViewContext& context,
                                                        const SceneCache& cache) {
  std::vector<SceneCache::PlaceOfEntity> places;
  for (std::size_t i = 0; i < cache.motions.size(); ++i) {
    const MotionFound* const found = cache.motions[i];
    if (found == nullptr || !context.session().recordings[i].visible) continue;
    for (std::size_t k = 0; k < found->paths.size(); ++k) {
      const EntityRef entity{i, found->owners[k]};
      if (is_shown(context.state, entity)) places.push_back({entity, found->paths[k]});
    }
  }
  return places;
}

/// Where entities that have events stand in the frames shown.
std::vector<SceneCache::PlaceOfEntity> places_with_events(const SceneCache& cache) {
  std::vector<SceneCache::PlaceOfEntity> places;
  for (const SceneFrame& shown : cache.frames) {
    const MotionFound* const found =
        shown.recording < cache.motions.size() ? cache.motions[shown.recording] : nullptr;
    if (found == nullptr) continue;
    const CoordinateConversion way(shown.frame->coordinates, kViewerCoordinates);
    for (const EntityIndex entity : found->in_events) {
      const Entity* const there = shown.frame->find(entity);
      if (there == nullptr || !there->world.position) continue;
      places.push_back({{shown.recording, entity}, way.point(*there->world.position)});
    }
  }
  return places;
}

/// Entities some of whose places lie outside.
std::size_t count_outside(const std::vector<SceneCache::PlaceOfEntity>& places,
                          const Bounds& bounds) {
  std::vector<EntityRef> outside;
  for (const auto& [entity, at] : places) {
    const bool is_inside = glm::all(glm::greaterThanEqual(at, bounds.low)) &&
                           glm::all(glm::lessThanEqual(at, bounds.high));
    if (!is_inside) outside.push_back(entity);
  }
  std::ranges::sort(outside);
  outside.erase(std::ranges::unique(outside).begin(), outside.end());
  return outside.size();
}

/// Room for what moves: half of what is usual among it, and be that more than the way it goes.
double room_of_moving(const SceneCache& cache, const Bounds& bounds) {
  std::vector<double> halves;
  for (const SceneInstance& instance : cache.content.instances) {
    if (motion_of(cache, instance.ref()) != Mobility::moves) continue;
    halves.push_back(static_cast<double>(std::max(instance.half.x, instance.half.y)));
  }
  if (halves.empty()) return usual_room(bounds);
  const auto middle = halves.begin() + static_cast<std::ptrdiff_t>(halves.size() / 2);
  std::ranges::nth_element(halves, middle);
  return std::max(usual_room(bounds), *middle);
}

/// What moves; where nothing does, what has events; else the bulk of all. `places`: of which it is.
RobustFit fit_of_happening(const ViewContext& context, SceneCache& cache, const RobustFit& all,
                           std::vector<SceneCache::PlaceOfEntity>& places) {
  places = places_of_moving(context, cache);
  const bool nothing_moves = places.empty();
  if (nothing_moves) places = places_with_events(cache);
  if (places.empty()) return all;
  std::vector<glm::dvec3> points;
  points.reserve(places.size());
  for (const auto& [entity, at] : places) points.push_back(at);
  leave_out_runaways(points);
  RobustFit fit = robust_fit(points);
  fit.outliers = count_outside(places, fit.bounds);
  // What stands around says where it happens.
  constexpr double kSurroundings = 0.12;
  fit.room = nothing_moves
                 ? std::max(usual_room(fit.bounds), kSurroundings * glm::length(all.bounds.size()))
                 : room_of_moving(cache, fit.bounds);
  return fit;
}

std::size_t survey_version(const SceneCache& cache) {
  std::size_t version = 0;
  for (const auto& [recording, survey] : cache.surveys) version += survey->version();
  return version;
}

bool surveys_are_current(const SceneCache& cache) {
  return std::ranges::all_of(cache.surveys,
                             [](const auto& entry) { return entry.second->is_current(); });
}

}  // namespace

void survey_motion(PanelContext& context, SceneCache& cache) {
  const Session& session = context.session();
  forget_surveys(session, cache);
  cache.motions.assign(session.recordings.size(), nullptr);
  for (std::size_t place = 0; place < session.recordings.size(); ++place) {
    if (!session.recordings[place].visible) continue;
    MotionSurvey& survey = survey_of(context, cache, place);
    survey.request();
    cache.motions[place] = survey.latest();
    if (!survey.is_current()) context.needs_redraw = true;
  }
  cache.has_moving = std::ranges::any_of(cache.motions, [](const MotionFound* found) {
    return found != nullptr && found->moving > 0;
  });
}

Mobility motion_of(const SceneCache& cache, EntityRef entity) {
  const MotionFound* const found =
      entity.recording < cache.motions.size() ? cache.motions[entity.recording] : nullptr;
  if (found == nullptr || entity.entity.value >= found->motion.size()) return Mobility::unknown;
  return found->motion[entity.entity.value];
}

bool waits_for_motion(ViewContext& context, SceneCache& cache) {
  const bool is_known = surveys_are_current(cache) &&
                        std::ranges::all_of(context.session().recordings, [](const auto& open) {
                          return open.recording->is_indexed();
                        });
  if (context.state.camera_fitted || is_known) {
    cache.first_look_at.reset();
    return false;
  }
  if (!cache.first_look_at) cache.first_look_at = context.now;
  context.needs_redraw = true;
  return context.now - *cache.first_look_at < kFirstLookPatience;
}

void fit_scene(ViewContext& context, SceneCache& cache, const Viewport& viewport, FitTo to) {
  if (cache.frames.empty()) return;
  ViewState& state = context.state;
  SceneContent working;
  const RobustFit all = fit_of(cache.frames, working);
  std::vector<SceneCache::PlaceOfEntity> places;
  cache.fit = to == FitTo::everything ? all : fit_of_happening(context, cache, all, places);
  cache.ground = ground_height(all);
  state.camera = fitted_camera(cache.fit, viewport);
  if (to == FitTo::happening) choose_sight(cache, viewport, places, state.camera);
  state.camera_fitted = true;
  state.fit_request = FitRequest::none;
  cache.fitted_camera = state.camera;
  cache.fitted_to = to;
  cache.fitted_viewport = viewport;
  cache.fitted_recordings = context.session().recordings.size();
  // What is still being found out is a reason to look again.
  cache.fitted_survey = surveys_are_current(cache) ? survey_version(cache) : 0;
}

void first_look(ViewContext& context, SceneCache& cache, const Viewport& viewport) {
  ViewState& state = context.state;
  if (!state.camera_fitted) {
    fit_scene(context, cache, viewport, FitTo::happening);
    state.camera_is_automatic = state.camera_fitted;
    return;
  }
  if (state.camera_is_automatic && state.camera != cache.fitted_camera) {
    state.camera_is_automatic = false;
  }
  // More of what moves is known now, or the room there is has changed.
  const bool is_outdated = cache.fitted_survey != survey_version(cache) ||
                           cache.fitted_viewport.width != viewport.width ||
                           cache.fitted_viewport.height != viewport.height;
  // What is isolated is no reason to go closer: whoever wants that says so.
  if (state.camera_is_automatic && is_outdated && surveys_are_current(cache) &&
      state.isolated.empty()) {
    fit_scene(context, cache, viewport, FitTo::happening);
  }
  // A camera that was restored stays, but what lies outside the view is known only by now.
  const bool is_unknown = cache.fitted_survey == 0 && survey_version(cache) != 0;
  if (!state.camera_is_automatic && is_unknown && !cache.frames.empty() &&
      surveys_are_current(cache)) {
    const Camera camera = state.camera;
    const double ground = cache.ground;
    const FitRequest request = state.fit_request;
    fit_scene(context, cache, viewport, cache.fitted_to);
    state.camera = camera;
    state.fit_request = request;
    cache.ground = ground;
  }
}

void serve_fit_request(ViewContext& context, SceneCache& cache, const Viewport& viewport) {
  const FitRequest request = context.state.fit_request;
  if (request == FitRequest::none || cache.frames.empty()) return;
  const bool shows_what_happens =
      context.state.camera == cache.fitted_camera && cache.fitted_to == FitTo::happening;
  const bool is_everything = request == FitRequest::everything || shows_what_happens;
  fit_scene(context, cache, viewport, is_everything ? FitTo::everything : FitTo::happening);
  context.state.camera_is_automatic = false;
}

}  // namespace scrubjay
