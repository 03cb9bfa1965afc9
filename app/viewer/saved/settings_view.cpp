#include <simdjson.h>

#include <algorithm>
#include <type_traits>

#include "app/viewer/choice_names.h"
#include "app/viewer/saved/saved_fields.h"
#include "app/viewer/saved/settings_json.h"

namespace scrubjay {

std::string_view to_text(LayerState state) { return name_of<LayerState>(kLayerStates, state); }
std::string_view to_text(ColorBy choice) { return name_of<ColorBy>(kColorings, choice); }
std::string_view to_text(ShownRuns runs) { return name_of<ShownRuns>(kShownRuns, runs); }
std::string_view to_text(Ride ride) { return name_of<Ride>(kRides, ride); }

namespace {

using saved::read;
using saved::write;
using simdjson::dom::element;

std::string_view to_text(ThemeChoice theme) {
  return std::ranges::find(kThemeNames, theme, &ThemeName::choice)->name;
}

void read(const element& text, LayerState& value) {
  std::string_view found;
  if (text.get(found) == simdjson::SUCCESS) take_named<LayerState>(kLayerStates, found, value);
}

void read(const element& object, std::string_view key, LayerState& value) {
  element found;
  if (object[key].get(found) == simdjson::SUCCESS) read(found, value);
}

}  // namespace

void write_camera(JsonWriter& json, const Camera& camera) {
  json.begin_object();
  json.key("target");
  json.begin_array();
  for (int i = 0; i < 3; ++i) json.number(camera.target[i]);
  json.end_array();
  json.number_field("distance", camera.distance);
  json.number_field("yaw", camera.yaw);
  json.number_field("pitch", camera.pitch);
  json.number_field("fov_y", camera.fov_y);
  json.boolean_field("orthographic", camera.projection == Projection::orthographic);
  json.end_object();
}

void write_layers(JsonWriter& json, const LayerStates& layers) {
  json.begin_object();
  for (const auto& [name, state] : layers) json.field(name, to_text(state));
  json.end_object();
}

void read_layers(const element& object, std::string_view key, LayerStates& layers) {
  simdjson::dom::object found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const auto [name, state] : found) {
    if (layers.size() == Settings::kLayers) return;
    LayerState value = LayerState::all;
    read(state, value);
    if (value != LayerState::all) layers.insert_or_assign(std::string(name), value);
  }
}

void read_camera(const element& object, Camera& camera) {
  simdjson::dom::array target;
  if (object["target"].get(target) == simdjson::SUCCESS && target.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      double value = 0;
      if (target.at(i).get(value) == simdjson::SUCCESS) camera.target[static_cast<int>(i)] = value;
    }
  }
  read(object, "distance", camera.distance);
  read(object, "yaw", camera.yaw);
  read(object, "pitch", camera.pitch);
  read(object, "fov_y", camera.fov_y);
  bool orthographic = false;
  read(object, "orthographic", orthographic);
  camera.projection = orthographic ? Projection::orthographic : Projection::perspective;
  sanitize(camera);
}

namespace {

// What visit_saved() names.

void read(const element& object, std::string_view key, ThemeChoice& theme) {
  std::string found;
  read(object, key, found);
  const auto named = std::ranges::find(kThemeNames, found, &ThemeName::name);
  if (named != std::end(kThemeNames)) theme = named->choice;
}

template <class Choice>
void read_named(const element& object, std::string_view key,
                std::span<const ChoiceName<Choice>> names, Choice& choice) {
  std::string found;
  read(object, key, found);
  take_named(names, found, choice);
}

void read(const element& object, std::string_view key, ColorBy& value) {
  read_named<ColorBy>(object, key, kColorings, value);
}

void read(const element& object, std::string_view key, ShownRuns& value) {
  read_named<ShownRuns>(object, key, kShownRuns, value);
}

void read(const element& object, std::string_view key, Ride& value) {
  read_named<Ride>(object, key, kRides, value);
}

void read(const element& object, std::string_view key, SavedShare<float> share) {
  read(object, key, share.value);
  if (share.or_none && !(share.value > 0)) {
    share.value = 0;
    return;
  }
  share.value = std::clamp(share.value, 0.05F, 0.9F);
}

void read(const element& object, std::string_view key, SavedLength<Seconds> length) {
  read(object, key, length.value);
  if (length.value <= 0) length.value = kWholeTrail;
}

void read(const element& object, std::string_view prefix, FoldedAreas& folded) {
  for (const AreaRow& area : kAreas) {
    if (area.title == nullptr) continue;
    bool shown = !folded[area.id];
    read(object, std::string(prefix) + area.name, shown);
    folded[area.id] = !shown;
  }
}

void read(const element& object, std::string_view prefix, OpenWindows& docked) {
  for (const WindowRow& window : kWindows) {
    if (window.kind != WindowKind::tool) continue;
    read(object, std::string(prefix) + std::string(window.name), docked[window.id]);
  }
}

void read(const element& object, std::string_view key, Sampling& sampling) {
  bool interpolate = false;
  read(object, key, interpolate);
  sampling = interpolate ? Sampling::linear : Sampling::hold;
}

void read(const element& object, std::string_view key, std::set<std::string>& texts) {
  std::vector<std::string> found;
  read(object, key, found);
  if (found.size() > Settings::kStarred) found.resize(Settings::kStarred);
  texts = {found.begin(), found.end()};
}

void read(const element& object, std::string_view key, EarlierQueries& queries) {
  read(object, key, queries.texts);
  std::erase_if(queries.texts, [](const std::string& text) {
    return text.empty() || text.size() > EarlierQueries::kLongest;
  });
  if (queries.texts.size() > EarlierQueries::kMost) queries.texts.resize(EarlierQueries::kMost);
}

void write(JsonWriter& json, std::string_view key, bool value) { json.boolean_field(key, value); }

void write(JsonWriter& json, std::string_view key, float value) {
  json.number_field(key, value, Precision::float32);
}

template <class Choice>
requires std::is_enum_v<Choice>
void write(JsonWriter& json, std::string_view key, Choice value) {
  json.field(key, to_text(value));
}

void write(JsonWriter& json, std::string_view key, const std::string& text) {
  json.field(key, text);
}

void write(JsonWriter& json, std::string_view key, SavedShare<const float> share) {
  write(json, key, share.value);
}

void write(JsonWriter& json, std::string_view key, SavedLength<const Seconds> length) {
  json.number_field(key, std::isfinite(length.value) ? length.value : 0);
}

void write(JsonWriter& json, std::string_view prefix, const FoldedAreas& folded) {
  for (const AreaRow& area : kAreas) {
    if (area.title != nullptr) write(json, std::string(prefix) + area.name, !folded[area.id]);
  }
}

void write(JsonWriter& json, std::string_view prefix, const OpenWindows& docked) {
  for (const WindowRow& window : kWindows) {
    if (docked[window.id]) write(json, std::string(prefix) + std::string(window.name), true);
  }
}

void write(JsonWriter& json, std::string_view key, Sampling value) {
  write(json, key, value == Sampling::linear);
}

void write(JsonWriter& json, std::string_view key, const std::set<std::string>& texts) {
  json.texts_field(key, texts);
}

void write(JsonWriter& json, std::string_view key, const EarlierQueries& queries) {
  json.texts_field(key, queries.texts);
}

/// Goes through sections, each an object, the one without a name none.
class Sections {
 public:
  explicit Sections(JsonWriter& json) : json_(json) {}
  ~Sections() { go_to(""); }
  Sections(const Sections&) = delete;
  Sections& operator=(const Sections&) = delete;

  void go_to(std::string_view section) {
    if (section == open_) return;
    if (!open_.empty()) json_.end_object();
    open_ = section;
    if (section.empty()) return;
    json_.key(section);
    json_.begin_object();
  }

 private:
  JsonWriter& json_;
  std::string_view open_;
};

/// Each field of a view by itself, as JSON.
std::vector<std::string> field_texts(const SavedView& view) {
  std::vector<std::string> texts;
  visit_saved(view, [&](std::string_view, std::string_view key, const auto& field) {
    JsonWriter json(texts.emplace_back());
    json.begin_object();
    write(json, key, field);
    json.end_object();
  });
  return texts;
}

}  // namespace

void write_saved(JsonWriter& json, const SavedView& view) {
  Sections sections(json);
  visit_saved(view, [&](std::string_view section, std::string_view key, const auto& field) {
    sections.go_to(section);
    write(json, key, field);
  });
}

void write_saved_differences(JsonWriter& json, const SavedView& view,
                             const std::vector<std::string_view>& wanted) {
  const std::vector<std::string> usual = field_texts({});
  const std::vector<std::string> now = field_texts(view);
  std::size_t number = 0;
  Sections sections(json);
  visit_saved(view, [&](std::string_view section, std::string_view key, const auto& field) {
    const std::size_t i = number++;
    if (now[i] == usual[i] || std::ranges::find(wanted, section) == wanted.end()) return;
    sections.go_to(section);
    write(json, key, field);
  });
}

void read_saved(const element& root, SavedView& view) {
  visit_saved(view, [&](std::string_view section, std::string_view key, auto&& field) {
    element part = root;
    if (section.empty() || root[section].get(part) == simdjson::SUCCESS) read(part, key, field);
  });
  if (view.scale != 0) view.scale = std::clamp(view.scale, 1.0F, 3.0F);
}

}  // namespace scrubjay
