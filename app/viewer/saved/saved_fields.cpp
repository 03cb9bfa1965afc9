#include "app/viewer/saved/saved_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/shared/filter_file.h"

namespace scrubjay::saved {

using simdjson::dom::element;

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

void read(const element& object, std::string_view key, std::optional<Seconds>& value) {
  double found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && std::isfinite(found)) value = found;
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

void read(const element& object, std::string_view key, std::optional<RideTurn>& turn) {
  element found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  turn.emplace();
  read(found, "yaw", turn->yaw);
  read(found, "pitch", turn->pitch);
}

void write(JsonWriter& json, std::string_view key, const std::optional<RideTurn>& turn) {
  if (!turn) return;
  json.key(key);
  json.begin_object();
  json.number_field("yaw", turn->yaw);
  json.number_field("pitch", turn->pitch);
  json.end_object();
}

}  // namespace scrubjay::saved
