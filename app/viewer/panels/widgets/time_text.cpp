#include "app/viewer/panels/widgets/time_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/ascii.h"
#include "core/number_text.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

std::string_view trimmed(std::string_view text) {
  skip_blanks(text);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// A number without sign at the front of `text`, which it is taken from.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  if (text.empty() || (text.front() != '.' && !is_digit(text.front()))) return std::nullopt;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<Seconds> unit_at(std::string_view& text) {
  struct Unit {
    std::string_view name;
    Seconds seconds;
  };
  // Longer names first: "min" is not "m".
  static constexpr std::array<Unit, 8> kUnits{{{"min", 60},
                                               {"ms", 1e-3},
                                               {"us", 1e-6},
                                               {"\u00B5s", 1e-6},
                                               {"ns", 1e-9},
                                               {"h", 3600},
                                               {"m", 60},
                                               {"s", 1}}};
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return unit.seconds;
  }
  return std::nullopt;
}

/// "1:20:03.5" or "1:20".
std::optional<Seconds> parse_clock(std::string_view text) {
  Seconds total = 0;
  for (int part = 0; part < 3; ++part) {
    const auto value = take_number(text);
    if (!value) return std::nullopt;
    total = total * 60 + *value;
    if (text.empty()) return total;
    if (text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

/// "1 h 20 min 3 s", or one number without unit: seconds.
std::optional<Seconds> parse_units(std::string_view text) {
  Seconds total = 0;
  for (bool first = true; !text.empty(); first = false) {
    const auto value = take_number(text);
    if (!value) return std::nullopt;
    skip_blanks(text);
    if (text.empty() && first) return *value;
    const auto unit = unit_at(text);
    if (!unit) return std::nullopt;
    total += *value * *unit;
    skip_blanks(text);
  }
  return total;
}

bool has_frames(const OpenRecording& open) {
  return open.visible && !open.recording->timeline().empty();
}

}  // namespace

std::string time_text(Seconds t, Seconds per_pixel) {
  if (!std::isfinite(t)) return "no time";
  const double wanted = per_pixel > 0 ? std::ceil(-std::log10(per_pixel)) : 3;
  const int decimals = static_cast<int>(std::clamp(wanted, 3.0, 9.0));
  if (std::fabs(t) >= 1e15) return printed("%.6g s", t);
  const std::string text = printed("%.*f s", decimals, t);
  // Rounded to nothing from below: "-0.000 s" would only puzzle.
  return text.find_first_of("123456789") == std::string::npos && text.front() == '-'
             ? text.substr(1)
             : text;
}

std::string percent_text(float share) {
  return std::to_string(static_cast<int>(std::lround(share * 100))) + " %";
}

std::string cut_off_text(const OpenRecording& open) {
  const Seconds end = open.recording->timeline().range().end + open.offset;
  return "This recording was cut off at " + time_text(end) + ".";
}

std::string long_time_text(Seconds t) {
  const double size = std::fabs(t);
  if (!(size >= 60) || size >= 1e12) return "";
  const char* const sign = t < 0 ? "-" : "";
  const double thousandths = std::round(size * 1000);
  const double minutes = std::floor(thousandths / 60000);
  const double seconds = (thousandths - minutes * 60000) / 1000;
  const double hours = std::floor(minutes / 60);
  if (hours == 0) return printed("%s%.0f min %.3f s", sign, minutes, seconds);
  return printed("%s%.0f h %.0f min %.3f s", sign, hours, minutes - hours * 60, seconds);
}

std::optional<FrameRef> playhead_frame(const Session& session, Seconds t,
                                       std::optional<EntityRef> primary) {
  const auto frame_in = [&](std::size_t i) -> FrameRef {
    const OpenRecording& open = session.recordings[i];
    const Timeline& timeline = open.recording->timeline();
    return {i, timeline.frame_at(own_time(t, open.offset))};
  };
  if (primary && primary->recording < session.recordings.size() &&
      has_frames(session.recordings[primary->recording])) {
    return frame_in(primary->recording);
  }
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (has_frames(session.recordings[i])) return frame_in(i);
  }
  return std::nullopt;
}

std::optional<TimeEntry> parse_time_entry(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.size() > 100) return std::nullopt;
  if (text.front() == '#') {
    const auto frame = number_from<std::uint64_t>(trimmed(text.substr(1)));
    return frame ? std::optional(TimeEntry{std::nullopt, frame}) : std::nullopt;
  }
  std::string plain(text);
  if (plain.find('.') == std::string::npos && std::ranges::count(plain, ',') == 1) {
    std::ranges::replace(plain, ',', '.');
  }
  std::string_view rest = plain;
  const bool negative = rest.front() == '-';
  if (negative) rest.remove_prefix(1);
  skip_blanks(rest);
  if (rest.empty()) return std::nullopt;
  const auto size =
      rest.find(':') == std::string_view::npos ? parse_units(rest) : parse_clock(rest);
  if (!size) return std::nullopt;
  return TimeEntry{negative ? -*size : *size, std::nullopt};
}

}  // namespace scrubjay
