#include "formats/flecs/read/time_rule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "formats/flecs/read/clock.h"

namespace scrubjay::flecs {

namespace {

/// From here on seconds since 1970 (formats/flecs/README.md, 11.2).
constexpr double kEpochSeconds = 1e8;
constexpr double kEpochMilliseconds = 1e11;  ///< from here on milliseconds

/// A number behind the key in what the World entity says of itself (formats/flecs/README.md, 11.3,
/// rule 2).
std::optional<double> world_number(std::string_view document, std::string_view quoted_key) {
  const std::size_t summary = document.find("WorldSummary\"");
  if (summary == std::string_view::npos) return {};
  std::size_t at = document.find(quoted_key, summary);
  if (at == std::string_view::npos) return {};
  at += quoted_key.size();
  while (at < document.size() &&
         (document[at] == ':' || document[at] == ' ' || document[at] == '"')) {
    ++at;
  }
  double value = 0;
  const auto read = std::from_chars(document.data() + at, document.data() + document.size(), value);
  if (read.ec != std::errc() || !std::isfinite(value)) return {};
  return value;
}

/// The last number of a file's name; a point between digits makes it seconds.
struct NameNumber {
  double value = 0;
  bool has_point = false;
};
std::optional<NameNumber> name_number(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos) name = name.substr(0, dot);
  const std::size_t last = name.find_last_of("0123456789");
  if (last == std::string_view::npos) return {};
  std::size_t first = name.find_last_not_of("0123456789.", last);
  first = first == std::string_view::npos ? 0 : first + 1;
  while (first < last && name[first] == '.') ++first;
  NameNumber number;
  const std::string_view text = name.substr(first, last + 1 - first);
  if (std::from_chars(text.data(), text.data() + text.size(), number.value).ec != std::errc()) {
    return {};
  }
  number.has_point = text.find('.') != std::string_view::npos;
  return number;
}

using Times = std::vector<std::optional<double>>;

bool any(const Times& times) {
  return std::ranges::any_of(times, [](const auto& time) { return time.has_value(); });
}

/// Documents without a time of their own were polled together with the one in front of them that
/// has one; those at the beginning with the first that has one.
std::vector<Seconds> filled(const Times& times) {
  std::vector<Seconds> result;
  result.reserve(times.size());
  const auto first = std::ranges::find_if(times, [](const auto& time) { return time.has_value(); });
  double last = first == times.end() ? 0 : **first;
  for (const auto& time : times) {
    if (time) last = *time;
    result.push_back(last);
  }
  return result;
}

/// Wall clocks count from the first sample; milliseconds become seconds.
void make_relative(DocumentTimes& found) {
  if (found.times.empty()) return;
  const Seconds least = std::ranges::min(found.times);
  if (least >= kEpochMilliseconds) {
    for (Seconds& time : found.times) time /= 1000.0;
    found.start = least / 1000.0;
  } else if (least >= kEpochSeconds) {
    found.start = least;
  }
  if (found.start == 0) return;
  for (Seconds& time : found.times) time -= found.start;
}

}  // namespace

std::string_view to_text(TimeRule rule) {
  static constexpr std::array<std::string_view, 7> kNames{"wrapper time",
                                                          "simulation time of flecs.core.World",
                                                          "wrapper frame",
                                                          "frame count of flecs.core.World",
                                                          "number in the file name",
                                                          "property chosen",
                                                          "document index"};
  return kNames[static_cast<std::size_t>(rule)];
}

DocumentTimes find_times(std::string_view text, const std::vector<FoundDocument>& documents,
                         const std::vector<std::string>& parts, const Choices& choices) {
  DocumentTimes found;
  const Seconds step = choices.step;
  Times times(documents.size());
  const auto use = [&](TimeRule rule, double factor) {
    found.rule = rule;
    found.times = filled(times);
    for (Seconds& time : found.times) time *= factor;
    make_relative(found);
  };
  const auto collect = [&](auto value_of) {
    for (std::size_t i = 0; i < documents.size(); ++i) times[i] = value_of(documents[i]);
    return any(times);
  };
  if (!choices.clock.empty()) {
    ClockReader reader(choices);
    const auto told = [&](const FoundDocument& document) {
      return reader.read(text, document) ? reader.value(choices.clock) : std::nullopt;
    };
    if (collect(told)) {
      use(TimeRule::property, counts_frames(choices.clock) ? step : 1);
      return found;
    }
  }
  if (collect([](const FoundDocument& document) { return document.head.time; })) {
    use(TimeRule::wrapper_time, 1);
    return found;
  }
  // Looked for in all documents only where the first ones have it.
  constexpr std::size_t kLooked = 16;
  const auto text_of = [&](const FoundDocument& document) {
    return text.substr(document.bytes.begin, document.bytes.size);
  };
  const bool has_world = std::ranges::any_of(
      documents.begin(),
      documents.begin() + static_cast<std::ptrdiff_t>(std::min(kLooked, documents.size())),
      [&](const FoundDocument& document) {
        return text_of(document).find("WorldSummary\"") != std::string_view::npos;
      });
  const auto world = [&](std::string_view key) {
    return has_world && collect([&](const FoundDocument& document) {
             return world_number(text_of(document), key);
           });
  };
  if (world("\"simulation_time\"")) {
    use(TimeRule::world_time, 1);
    return found;
  }
  const auto frame_of = [](const FoundDocument& document) -> std::optional<double> {
    if (!document.head.frame) return {};
    return static_cast<double>(*document.head.frame);
  };
  if (collect(frame_of)) {
    use(TimeRule::wrapper_frame, step);
    return found;
  }
  if (world("\"frame_count\"")) {
    use(TimeRule::world_frame, step);
    return found;
  }
  bool is_seconds = false;
  const auto in_name = [&](const FoundDocument& document) -> std::optional<double> {
    const auto number = document.part < parts.size() ? name_number(parts[document.part])
                                                     : std::optional<NameNumber>();
    if (!number) return {};
    is_seconds |= number->has_point;
    return number->value;
  };
  if (!parts.empty() && collect(in_name)) {
    is_seconds |= std::ranges::min(filled(times)) >= kEpochSeconds;
    use(TimeRule::file_name, is_seconds ? 1 : step);
    return found;
  }
  found.times.reserve(documents.size());
  for (const FoundDocument& document : documents) {
    found.times.push_back(static_cast<double>(document.place) * step);
  }
  return found;
}

}  // namespace scrubjay::flecs
