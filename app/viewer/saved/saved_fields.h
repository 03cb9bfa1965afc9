#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/saved/settings.h"
#include "core/json_writer.h"

/// Fields of JSON objects that views and what is remembered of recordings have in common. Reading
/// leaves what is missing or of another type as it stands.
namespace scrubjay::saved {

void read(const simdjson::dom::element& object, std::string_view key, bool& value);
void read(const simdjson::dom::element& object, std::string_view key, double& value);
void read(const simdjson::dom::element& object, std::string_view key, float& value);
void read(const simdjson::dom::element& object, std::string_view key, int& value);
void read(const simdjson::dom::element& object, std::string_view key, std::string& value);
void read(const simdjson::dom::element& object, std::string_view key,
          std::vector<std::string>& values);
void read(const simdjson::dom::element& object, std::string_view key,
          std::optional<Seconds>& value);
void read(const simdjson::dom::element& object, std::string_view key,
          std::vector<ListedFilter>& filters);
void read(const simdjson::dom::element& object, std::string_view key,
          std::vector<SavedCurve>& curves);
void read(const simdjson::dom::element& object, std::string_view key,
          std::optional<RideTurn>& turn);

void write(JsonWriter& json, std::string_view key, const std::vector<ListedFilter>& filters);
void write(JsonWriter& json, std::string_view key, const std::vector<SavedCurve>& curves);
/// Nothing where there is none.
void write(JsonWriter& json, std::string_view key, const std::optional<RideTurn>& turn);

}  // namespace scrubjay::saved
