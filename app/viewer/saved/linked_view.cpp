#include "app/viewer/saved/linked_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/viewer/saved/saved_curves.h"
#include "app/viewer/saved/saved_fields.h"
#include "app/viewer/saved/settings_json.h"
#include "core/platform/input_file.h"
#include "core/text.h"
#include "core/unique_id.h"

namespace scrubjay {

namespace {

using simdjson::dom::element;

constexpr int kLargestPicture = 16384;
constexpr std::size_t kMostRecordings = 1000;
constexpr std::size_t kMostPlacements = 1000;

/// An id alone stands for one of the first recording.
void write_linked(JsonWriter& json, const LinkedEntity& entity) {
  if (entity.recording == 0) {
    json.text(entity.id);
    return;
  }
  json.begin_array();
  json.integer(static_cast<std::int64_t>(entity.recording));
  json.text(entity.id);
  json.end_array();
}

void write_linked(JsonWriter& json, std::string_view key,
                  const std::vector<LinkedEntity>& entities) {
  if (entities.empty()) return;
  json.key(key);
  json.begin_array();
  for (const LinkedEntity& entity : entities) write_linked(json, entity);
  json.end_array();
}

std::optional<LinkedEntity> read_linked(const element& value) {
  std::string_view id;
  if (value.get(id) == simdjson::SUCCESS) return LinkedEntity{0, std::string(id)};
  std::uint64_t recording = 0;
  if (!value.is_array() || value.at(0).get(recording) != simdjson::SUCCESS ||
      value.at(1).get(id) != simdjson::SUCCESS || recording > kMostRecordings) {
    return std::nullopt;
  }
  return LinkedEntity{static_cast<std::size_t>(recording), std::string(id)};
}

void read_linked(const element& root, std::string_view key, std::vector<LinkedEntity>& entities) {
  simdjson::dom::array found;
  if (root[key].get(found) != simdjson::SUCCESS) return;
  for (const element one : found) {
    if (entities.size() == LinkedView::kMostEntities) return;
    if (auto entity = read_linked(one)) entities.push_back(std::move(*entity));
  }
}

/// Numbers of an array that are all finite; nothing where it is another.
std::vector<double> read_numbers(const element& root, std::string_view key) {
  simdjson::dom::array found;
  std::vector<double> numbers;
  if (root[key].get(found) != simdjson::SUCCESS) return numbers;
  for (const element one : found) {
    double value = 0;
    if (one.get(value) != simdjson::SUCCESS || !std::isfinite(value)) return {};
    if (numbers.size() == kMostRecordings) return {};
    numbers.push_back(value);
  }
  return numbers;
}

void read_size(const element& root, std::string_view key, int& width, int& height) {
  const auto size = read_numbers(root, key);
  if (size.size() != 2 || size[0] < 1 || size[1] < 1) return;
  width = static_cast<int>(std::min<double>(size[0], kLargestPicture));
  height = static_cast<int>(std::min<double>(size[1], kLargestPicture));
}

void write_size(JsonWriter& json, std::string_view key, int width, int height) {
  if (width <= 0 || height <= 0) return;
  json.key(key);
  json.numbers(std::array<double, 2>{static_cast<double>(width), static_cast<double>(height)});
}

void write_placements(JsonWriter& json, const std::map<std::string, SceneryPlacement>& scenery) {
  if (scenery.empty()) return;
  json.key("scenery");
  json.begin_object();
  for (const auto& [file, placement] : scenery) {
    json.key(file);
    write_placement(json, placement);
  }
  json.end_object();
}

void read_placements(const element& root, std::map<std::string, SceneryPlacement>& scenery) {
  simdjson::dom::object found;
  if (root["scenery"].get(found) != simdjson::SUCCESS) return;
  for (const auto [file, placement] : found) {
    if (scenery.size() == kMostPlacements) return;
    scenery.emplace(std::string(file), read_placement(placement));
  }
}

/// Those of the first recording as "curves", of the n-th after it as "curves.n".
std::string curves_key(std::size_t recording) {
  return recording == 0 ? "curves" : "curves." + std::to_string(recording);
}

void write_curves(JsonWriter& json, const std::vector<std::vector<SavedCurve>>& curves) {
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (!curves[i].empty()) saved::write(json, curves_key(i), curves[i]);
  }
}

std::vector<std::vector<SavedCurve>> read_curves(const element& root) {
  std::vector<std::vector<SavedCurve>> curves(kMostRecordings);
  for (std::size_t i = 0; i < curves.size(); ++i) saved::read(root, curves_key(i), curves[i]);
  while (!curves.empty() && curves.back().empty()) curves.pop_back();
  return curves;
}

/// How entities of a session are called in a view.
class Naming {
 public:
  Naming(const Session& session, std::optional<std::size_t> only)
      : session_(session), only_(only) {}

  std::optional<LinkedEntity> operator()(EntityRef entity) const {
    if (only_ && entity.recording != *only_) return std::nullopt;
    if (entity.recording >= session_.recordings.size() || !entity.entity.exists()) {
      return std::nullopt;
    }
    const Recording& recording = *session_.recordings[entity.recording].recording;
    return LinkedEntity{only_ ? 0 : entity.recording, unique_id(recording, entity.entity)};
  }
  std::vector<LinkedEntity> all(const auto& entities) const {
    std::vector<LinkedEntity> named;
    for (const EntityRef entity : entities) {
      if (named.size() == LinkedView::kMostEntities) break;
      if (auto one = (*this)(entity)) named.push_back(std::move(*one));
    }
    return named;
  }

 private:
  const Session& session_;
  std::optional<std::size_t> only_;
};

/// And back.
class Finding {
 public:
  Finding(const Session& session, std::size_t first) : session_(session), first_(first) {}

  std::optional<EntityRef> operator()(const LinkedEntity& entity) const {
    const std::size_t place = first_ + entity.recording;
    if (place >= session_.recordings.size()) return std::nullopt;
    const auto found = entity_of_unique_id(*session_.recordings[place].recording, entity.id);
    return found ? std::optional(EntityRef{place, *found}) : std::nullopt;
  }
  std::vector<EntityRef> all(const std::vector<LinkedEntity>& entities) const {
    std::vector<EntityRef> refs;
    for (const LinkedEntity& entity : entities) {
      if (const auto ref = (*this)(entity)) refs.push_back(*ref);
    }
    return refs;
  }

 private:
  const Session& session_;
  std::size_t first_;
};

}  // namespace

std::string view_text(const LinkedView& view, ViewExtent extent) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  if (view.camera) {
    json.key("camera");
    write_camera(json, *view.camera);
  }
  if (view.ground) json.number_field("ground", *view.ground);
  if (view.coordinates) json.field("coordinates", view.coordinates->written_out());
  const bool is_window = extent == ViewExtent::window;
  write_saved_differences(json, view,
                          is_window
                              ? std::vector<std::string_view>{"", "layout", "scene", "properties"}
                              : std::vector<std::string_view>{"scene"});
  if (!view.layers.empty()) {
    json.key("layers");
    write_layers(json, view.layers);
  }
  write_linked(json, "selected", view.selected);
  write_linked(json, "hidden", view.hidden);
  write_linked(json, "isolated", view.isolated);
  if (view.followed) {
    json.key("followed");
    write_linked(json, *view.followed);
    saved::write(json, "ride_turn", view.ride_turn);
  }
  if (is_window) {
    if (view.range) {
      json.key("range");
      json.numbers(std::array{view.range->begin, view.range->end});
    }
    if (!view.offsets.empty()) {
      json.key("offsets");
      json.numbers(view.offsets);
    }
    write_curves(json, view.curves);
    if (!view.filters.empty()) saved::write(json, "filters", view.filters);
    write_placements(json, view.scenery);
    write_size(json, "size", view.width, view.height);
    write_size(json, "window", view.window_width, view.window_height);
  }
  json.end_object();
  return text;
}

Result<LinkedView> read_view(std::string_view text) {
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(text);
  const auto error = parser.parse(padded).get(root);
  if (error != simdjson::SUCCESS || !root.is_object()) {
    Problem problem{.severity = Severity::fatal,
                    .code = "view",
                    .message = "This is no view such as \"Copy link\" prints behind --view."};
    if (error != simdjson::SUCCESS) problem.found = clause_of(simdjson::error_message(error));
    return failure(std::move(problem));
  }
  LinkedView view;
  read_saved(root, view);
  element camera;
  if (root["camera"].get(camera) == simdjson::SUCCESS && camera.is_object()) {
    view.camera.emplace();
    read_camera(camera, *view.camera);
  }
  double ground = 0;
  if (root["ground"].get(ground) == simdjson::SUCCESS && std::isfinite(ground))
    view.ground = ground;
  std::string_view coordinates;
  if (root["coordinates"].get(coordinates) == simdjson::SUCCESS) {
    if (const auto parsed = CoordinateSystem::parse(coordinates)) view.coordinates = *parsed;
  }
  read_layers(root, "layers", view.layers);
  read_linked(root, "selected", view.selected);
  read_linked(root, "hidden", view.hidden);
  read_linked(root, "isolated", view.isolated);
  element followed;
  if (root["followed"].get(followed) == simdjson::SUCCESS) view.followed = read_linked(followed);
  saved::read(root, "ride_turn", view.ride_turn);
  if (const auto range = read_numbers(root, "range"); range.size() == 2 && range[0] < range[1]) {
    view.range = TimeRange{range[0], range[1]};
  }
  view.offsets = read_numbers(root, "offsets");
  view.curves = read_curves(root);
  saved::read(root, "filters", view.filters);
  read_placements(root, view.scenery);
  read_size(root, "size", view.width, view.height);
  read_size(root, "window", view.window_width, view.window_height);
  return view;
}

LinkedView linked_view(const ViewState& state, const Session& session,
                       std::optional<std::size_t> only) {
  LinkedView view;
  static_cast<SavedView&>(view) = state;
  view.layout.scene_only = false;
  const Naming named(session, only);
  view.camera = state.camera;
  view.coordinates = state.coordinates;
  view.layers = state.layers;
  std::erase_if(view.layers, [](const auto& layer) { return layer.second == LayerState::all; });
  view.selected = named.all(state.selected);
  view.hidden = named.all(state.hidden);
  view.isolated = named.all(state.isolated);
  if (state.followed) view.followed = named(*state.followed);
  view.ride_turn = state.ride_turn;
  view.range = state.playback.range;
  if (!only) {
    view.offsets = state.offsets;
    view.filters = state.filters;
    for (std::size_t i = 0; i < session.recordings.size(); ++i) {
      view.curves.push_back(saved_curves(*session.recordings[i].recording, i, state.curves));
    }
  }
  for (const ChosenScenery& chosen : state.scenery) {
    view.scenery.try_emplace(file_name(chosen.path), chosen.placement);
  }
  return view;
}

void apply_view(const LinkedView& view, ViewExtent extent, ViewState& state, const Session& session,
                std::size_t first) {
  if (extent == ViewExtent::scene) {
    static_cast<SceneStyle&>(state) = view;
  } else {
    static_cast<SavedView&>(state) = view;
  }
  const Finding found(session, first);
  state.coordinates = view.coordinates;
  state.layers = view.layers;
  state.followed.reset();
  if (!view.selected.empty()) {
    clear_selection(state);
    for (const EntityRef entity : found.all(view.selected)) select(state, entity, SelectMode::add);
  } else if (extent == ViewExtent::scene) {
    clear_selection(state);
  }
  const auto hidden = found.all(view.hidden);
  const auto isolated = found.all(view.isolated);
  state.hidden = {hidden.begin(), hidden.end()};
  state.isolated = {isolated.begin(), isolated.end()};
  if (extent == ViewExtent::window) {
    state.offsets = view.offsets;
    state.playback.range = view.range;
    state.filters = view.filters;
    state.curves.clear();
    for (std::size_t i = 0; i < view.curves.size() && i < session.recordings.size(); ++i) {
      restore_curves(*session.recordings[i].recording, i, view.curves[i], state.curves);
    }
    for (ChosenScenery& chosen : state.scenery) {
      const auto placed = view.scenery.find(file_name(chosen.path));
      if (placed != view.scenery.end()) chosen.placement = placed->second;
    }
  }
  state.focus_request.clear();
  state.show_request.reset();
  state.fit_request = FitRequest::none;
  if (!view.camera) return;
  state.camera = *view.camera;
  state.camera_fitted = true;
  state.camera_is_automatic = false;
  state.ground_request = view.ground;
  if (view.followed) state.followed = found(*view.followed);
  state.follow_from_here = state.followed.has_value();
  state.ride_turn = view.ride_turn;
}

}  // namespace scrubjay
