#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/tables/value_history.h"
#include "app/shared/csv.h"
#include "core/json_writer.h"

namespace scrubjay {

// The changes of a property as `history` prints them and the window copies them. Names and meaning
// of the fields are a contract with scripts.

/// Begins {"entity", "property", "changes": [, to be ended by end_history().
void begin_history(JsonWriter& json, std::string_view entity, std::string_view property);
void end_history(JsonWriter& json);
/// {"frame", "time", "type", "before", "after", "delta", "events"}; what is not there is left out.
void write_change(JsonWriter& json, const Recording& recording, const tables::ValueChange& change,
                  std::span<const EventIndex> events, tables::EventsBefore& reader);

/// One of its values as lists show it: a text without its quotes, numbers without brackets,
/// "nothing" where there is none.
std::string change_value_text(const std::optional<std::string>& json);

struct ChangeTexts {
  std::string before;
  std::string after;
};

/// Both with four significant digits of numbers that have a fraction; with all digits where fewer
/// would not tell them apart.
ChangeTexts short_change_texts(const std::optional<std::string>& before,
                               const std::optional<std::string>& after);

/// With its line end.
inline constexpr std::string_view kHistoryCsvHead = "frame,time,type,before,after,delta,events\n";
void append_change_csv(std::string& out, const Recording& recording,
                       const tables::ValueChange& change, std::span<const EventIndex> events,
                       tables::EventsBefore& reader, CsvTexts texts);

}  // namespace scrubjay
