#include "app/viewer/settings.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <type_traits>

#include "app/shared/comparison_report.h"
#include "app/shared/filter_file.h"
#include "app/viewer/choice_names.h"
#include "app/viewer/settings_json.h"
#include "app/viewer/user_folders.h"
#include "core/json_writer.h"
#include "core/platform/file_lock.h"
#include "core/platform/output_file.h"

namespace scrubjay {

std::string_view to_text(LayerState state) { return name_of<LayerState>(kLayerStates, state); }
std::string_view to_text(ColorBy choice) { return name_of<ColorBy>(kColorings, choice); }
std::string_view to_text(ShownRuns runs) { return name_of<ShownRuns>(kShownRuns, runs); }
std::string_view to_text(Ride ride) { return name_of<Ride>(kRides, ride); }

namespace {

using simdjson::dom::element;

constexpr std::string_view kFileName = "window.json";

std::string_view to_text(ThemeChoice theme) {
  return std::ranges::find(kThemeNames, theme, &ThemeName::choice)->name;
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

namespace {

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key);
  json.begin_array();
  for (const std::string& text : texts) json.text(text);
  json.end_array();
}

// Reading: a value that is missing or of another type leaves what stands.

void read(const element& object, std::string_view key, bool& value) {
  bool found = false;
  if (object[key].get(found) == simdjson::SUCCESS) value = found;
}

void read(const element& object, std::string_view key, double& value) {
  double found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && std::isfinite(found)) value = found;
}

void read(const element& object, std::string_view key, float& value) {
  double found = value;
  read(object, key, found);
  value = static_cast<float>(found);
}

void read(const element& object, std::string_view key, int& value) {
  std::int64_t found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && found > -100000 && found < 100000) {
    value = static_cast<int>(found);
  }
}

void read(const element& object, std::string_view key, std::string& value) {
  std::string_view found;
  if (object[key].get(found) == simdjson::SUCCESS) value = found;
}

void read(const element& object, std::string_view key, std::vector<std::string>& values) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  values.clear();
  for (const element item : found) {
    std::string_view text;
    if (item.get(text) == simdjson::SUCCESS) values.emplace_back(text);
  }
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

namespace {

void read(const element& object, std::string_view key, ReadOptions& options) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    std::string_view name;
    std::string_view value;
    if (options.size() == Settings::kReadOptions || item.at(0).get(name) != simdjson::SUCCESS ||
        item.at(1).get(value) != simdjson::SUCCESS) {
      continue;
    }
    options.emplace_back(name, value);
  }
}

}  // namespace

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

void read(const element& object, std::string_view key, std::vector<ListedFilter>& filters) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    if (!item.is_object() || filters.size() == kMostFilters) continue;
    std::string text;
    read(item, "file", text);
    auto file = read_filters(text);
    if (!file || file->filters.size() != 1) continue;
    ListedFilter& listed = filters.emplace_back();
    listed.filter = std::move(file->filters.front());
    int color = 0;
    read(item, "color", color);
    listed.color = static_cast<std::uint32_t>(std::clamp(color, 0, 100));
    read(item, "on", listed.is_on);
  }
}

void read(const element& object, std::string_view key, std::vector<SavedCurve>& curves) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    if (!item.is_object() || curves.size() == Settings::kCurves) continue;
    SavedCurve saved;
    read(item, "entity", saved.entity);
    read(item, "other", saved.other);
    read(item, "path", saved.curve.path);
    int part = CurveForm::kComponents;
    read(item, "part", part);
    saved.curve.form.part =
        static_cast<std::int8_t>(std::clamp<int>(part, CurveForm::kMagnitude, 3));
    read(item, "derivative", saved.curve.form.is_derivative);
    read(item, "average", saved.curve.form.average);
    saved.curve.form.average = std::clamp(saved.curve.form.average, 0.0, 3600.0);
    int color = 0;
    read(item, "color", color);
    saved.curve.color = static_cast<std::uint32_t>(std::clamp(color, 0, 100));
    if (!saved.entity.empty() && !saved.curve.path.empty()) curves.push_back(std::move(saved));
  }
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

void write(JsonWriter& json, std::string_view key, Sampling value) {
  write(json, key, value == Sampling::linear);
}

void write(JsonWriter& json, std::string_view key, const std::set<std::string>& texts) {
  write_texts(json, key, {texts.begin(), texts.end()});
}

void write(JsonWriter& json, std::string_view key, const EarlierQueries& queries) {
  write_texts(json, key, queries.texts);
}

void write(JsonWriter& json, std::string_view key, const std::vector<ListedFilter>& filters) {
  json.key(key);
  json.begin_array();
  for (const ListedFilter& listed : filters) {
    json.begin_object();
    json.integer_field("color", listed.color);
    json.boolean_field("on", listed.is_on);
    // As text, so that one function reads both this and files of filters.
    json.field("file", filters_text({listed.filter}));
    json.end_object();
  }
  json.end_array();
}

void write(JsonWriter& json, std::string_view key, const std::vector<SavedCurve>& curves) {
  json.key(key);
  json.begin_array();
  for (const SavedCurve& saved : curves) {
    json.begin_object();
    json.field("entity", saved.entity);
    if (!saved.other.empty()) json.field("other", saved.other);
    json.field("path", saved.curve.path);
    json.key("part");
    json.integer(saved.curve.form.part);
    json.boolean_field("derivative", saved.curve.form.is_derivative);
    json.number_field("average", saved.curve.form.average);
    json.integer_field("color", saved.curve.color);
    json.end_object();
  }
  json.end_array();
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

namespace {

// A comparison and its options.

template <class Choice>
void read_named(const element& object, std::string_view key, std::initializer_list<Choice> choices,
                Choice& value) {
  std::string found;
  read(object, key, found);
  for (const Choice choice : choices) {
    if (found == scrubjay::to_text(choice)) value = choice;
  }
}

void read_patterns(const element& object, std::string_view key, std::vector<std::string>& values) {
  read(object, key, values);
  if (values.size() > Settings::kPatterns) values.resize(Settings::kPatterns);
}

void read(const element& object, std::string_view key, std::optional<Seconds>& value) {
  double found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && std::isfinite(found)) value = found;
}

compare::Options read_compared(const element& object) {
  using compare::EntitiesBy;
  using compare::FramesBy;
  compare::Options options;
  read_named(object, "by", {FramesBy::automatic, FramesBy::frame, FramesBy::number, FramesBy::time},
             options.by);
  read_named(object, "match",
             {EntitiesBy::automatic, EntitiesBy::id, EntitiesBy::name, EntitiesBy::place},
             options.match);
  read(object, "tolerance", options.tolerance);
  read(object, "relative", options.relative);
  options.tolerance = std::max(0.0, options.tolerance);
  options.relative = std::max(0.0, options.relative);
  read_patterns(object, "ignore", options.ignore);
  read_patterns(object, "only", options.only);
  read_patterns(object, "entities", options.entities);
  read(object, "from", options.from);
  read(object, "to", options.to);
  simdjson::dom::array found;
  if (object["tolerance_of"].get(found) != simdjson::SUCCESS) return options;
  for (const element item : found) {
    std::string_view pattern;
    double tolerance = 0;
    if (options.tolerance_of.size() == Settings::kPatterns ||
        item.at(0).get(pattern) != simdjson::SUCCESS ||
        item.at(1).get(tolerance) != simdjson::SUCCESS || !(tolerance >= 0)) {
      continue;
    }
    options.tolerance_of.push_back({std::string(pattern), tolerance});
  }
  return options;
}

void read(const element& object, std::string_view key, std::optional<SavedComparison>& value) {
  element found;
  if (object[key].get(found) != simdjson::SUCCESS || !found.is_object()) return;
  SavedComparison comparison;
  read(found, "with", comparison.other);
  std::uint64_t stream_a = 0;
  std::uint64_t stream_b = 0;
  if (found["stream_a"].get(stream_a) == simdjson::SUCCESS &&
      found["stream_b"].get(stream_b) == simdjson::SUCCESS) {
    constexpr std::uint64_t kMost = 0xFFFFFFFE;
    comparison.streams.emplace(static_cast<std::uint32_t>(std::min(stream_a, kMost)),
                               static_cast<std::uint32_t>(std::min(stream_b, kMost)));
  }
  comparison.options = read_compared(found);
  value = std::move(comparison);
}

void write_compared(JsonWriter& json, const SavedComparison& comparison) {
  const compare::Options& options = comparison.options;
  json.begin_object();
  json.field("with", comparison.other);
  if (comparison.streams) {
    json.integer_field("stream_a", comparison.streams->first);
    json.integer_field("stream_b", comparison.streams->second);
  }
  json.field("by", scrubjay::to_text(options.by));
  json.field("match", scrubjay::to_text(options.match));
  json.number_field("tolerance", options.tolerance);
  json.number_field("relative", options.relative);
  json.key("tolerance_of");
  json.begin_array();
  for (const compare::PathTolerance& one : options.tolerance_of) {
    json.begin_array();
    json.text(one.pattern);
    json.number(one.tolerance);
    json.end_array();
  }
  json.end_array();
  write_texts(json, "ignore", options.ignore);
  write_texts(json, "only", options.only);
  write_texts(json, "entities", options.entities);
  if (options.from) json.number_field("from", *options.from);
  if (options.to) json.number_field("to", *options.to);
  json.end_object();
}

RecordingChoices read_choices(const element& object) {
  RecordingChoices choices;
  read(object, "playhead", choices.playhead);
  element camera;
  if (object["camera"].get(camera) == simdjson::SUCCESS) read_camera(camera, choices.camera);
  read(object, "selected", choices.selected);
  read(object, "hidden", choices.hidden);
  read(object, "pinned", choices.pinned);
  read(object, "picture_entity", choices.picture_entity);
  read(object, "picture_property", choices.picture_property);
  std::string coordinates;
  read(object, "coordinates", coordinates);
  if (const auto parsed = CoordinateSystem::parse(coordinates)) choices.coordinates = *parsed;
  read_layers(object, "layers", choices.layers);
  read(object, "filters", choices.filters);
  read(object, "curves", choices.curves);
  read(object, "read", choices.read);
  read(object, "offset", choices.offset);
  read(object, "comparison", choices.comparison);
  read(object, "followed", choices.followed);
  read(object, "scenery", choices.scenery);
  return choices;
}

}  // namespace

void remember_recent(Settings& settings, const RecentFile& file) {
  std::erase_if(settings.recent, [&](const RecentFile& old) { return old.path == file.path; });
  settings.recent.insert(settings.recent.begin(), file);
  if (settings.recent.size() > Settings::kRecent) settings.recent.resize(Settings::kRecent);
}

std::string to_json(const Settings& settings) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.integer_field("version", Settings::kVersion);
  write_saved(json, settings);
  json.key("window");
  json.begin_object();
  json.integer_field("width", static_cast<std::uint64_t>(std::max(0, settings.window_width)));
  json.integer_field("height", static_cast<std::uint64_t>(std::max(0, settings.window_height)));
  json.boolean_field("maximized", settings.maximized);
  json.end_object();
  json.key("recent");
  json.begin_array();
  for (const RecentFile& file : settings.recent) {
    json.begin_object();
    json.field("path", file.path);
    json.field("format", file.format);
    json.number_field("length", file.length);
    json.key("opened");
    json.integer(file.opened);
    json.end_object();
  }
  json.end_array();
  json.key("recordings");
  json.begin_object();
  for (const auto& [path, choices] : settings.choices) {
    json.key(path);
    json.begin_object();
    json.number_field("playhead", choices.playhead);
    json.key("camera");
    write_camera(json, choices.camera);
    write_texts(json, "selected", choices.selected);
    write_texts(json, "hidden", choices.hidden);
    write_texts(json, "pinned", choices.pinned);
    if (!choices.picture_property.empty()) {
      json.field("picture_entity", choices.picture_entity);
      json.field("picture_property", choices.picture_property);
    }
    if (!choices.read.empty()) {
      json.key("read");
      json.begin_array();
      for (const auto& [name, value] : choices.read) {
        json.begin_array();
        json.text(name);
        json.text(value);
        json.end_array();
      }
      json.end_array();
    }
    if (choices.coordinates) json.field("coordinates", choices.coordinates->written_out());
    if (!choices.filters.empty()) write(json, "filters", choices.filters);
    if (choices.offset != 0) json.number_field("offset", choices.offset);
    if (choices.comparison) {
      json.key("comparison");
      write_compared(json, *choices.comparison);
    }
    if (!choices.curves.empty()) write(json, "curves", choices.curves);
    if (!choices.followed.empty()) json.field("followed", choices.followed);
    if (!choices.scenery.empty()) write_texts(json, "scenery", choices.scenery);
    json.key("layers");
    write_layers(json, choices.layers);
    json.end_object();
  }
  json.end_object();
  write_scenery(json, settings.scenery);
  json.end_object();
  text += '\n';
  return text;
}

Settings settings_from_json(std::string_view text) {
  Settings settings;
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(text);
  if (parser.parse(padded).get(root) != simdjson::SUCCESS || !root.is_object()) return settings;
  std::int64_t version = 0;
  if (root["version"].get(version) != simdjson::SUCCESS || version != Settings::kVersion) {
    return settings;
  }
  read_saved(root, settings);
  element part;
  if (root["window"].get(part) == simdjson::SUCCESS) {
    read(part, "width", settings.window_width);
    read(part, "height", settings.window_height);
    read(part, "maximized", settings.maximized);
    settings.window_width = std::clamp(settings.window_width, 400, 16000);
    settings.window_height = std::clamp(settings.window_height, 300, 16000);
  }
  simdjson::dom::array recent;
  if (root["recent"].get(recent) == simdjson::SUCCESS) {
    for (const element item : recent) {
      RecentFile file;
      read(item, "path", file.path);
      read(item, "format", file.format);
      read(item, "length", file.length);
      std::int64_t opened = 0;
      if (item["opened"].get(opened) == simdjson::SUCCESS) file.opened = opened;
      if (!file.path.empty() && settings.recent.size() < Settings::kRecent) {
        settings.recent.push_back(file);
      }
    }
  }
  read_scenery(root, settings.scenery);
  simdjson::dom::object recordings;
  if (root["recordings"].get(recordings) == simdjson::SUCCESS) {
    for (const auto [path, choices] : recordings) {
      if (settings.choices.size() == Settings::kChoices) break;
      settings.choices[std::string(path)] = read_choices(choices);
    }
  }
  return settings;
}

Settings load_settings() {
  const std::string folder = user_config_folder();
  if (folder.empty()) return {};
  std::ifstream file(std::filesystem::path(folder) / kFileName, std::ios::binary);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  return settings_from_json(text.str());
}

Settings merged(Settings mine, const Settings& begun, const Settings& saved) {
  for (const RecentFile& theirs : saved.recent) {
    const auto same = std::ranges::find(mine.recent, theirs.path, &RecentFile::path);
    if (same == mine.recent.end()) {
      mine.recent.push_back(theirs);
    } else if (theirs.opened > same->opened) {
      *same = theirs;
    }
  }
  std::ranges::stable_sort(mine.recent, std::ranges::greater(), &RecentFile::opened);
  if (mine.recent.size() > Settings::kRecent) mine.recent.resize(Settings::kRecent);
  for (const auto& [path, theirs] : saved.choices) {
    const auto before = begun.choices.find(path);
    const auto [own, is_new] = mine.choices.try_emplace(path, theirs);
    if (!is_new && before != begun.choices.end() && own->second == before->second) {
      own->second = theirs;
    }
  }
  merge_scenery(mine.scenery, saved.scenery);
  return mine;
}

Result<void> save_settings(const Settings& settings, const Settings& begun) {
  const std::string folder = user_config_folder();
  if (folder.empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  // Without the lock, what another window saves in this very moment may be lost, nothing else.
  const auto lock = FileLock::take((std::filesystem::path(folder) / "window.lock").string());
  auto file = AtomicFile::create((std::filesystem::path(folder) / kFileName).string());
  if (!file) return failure(std::move(file.error()));
  const std::string text = to_json(merged(settings, begun, load_settings()));
  file->write(std::as_bytes(std::span(text)));
  return file->commit();
}

}  // namespace scrubjay
