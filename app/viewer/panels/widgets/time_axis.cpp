#include "app/viewer/panels/widgets/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/printed.h"

namespace scrubjay {

namespace {

/// Beyond this a recording's time is not shown: lengths and sums of such times stay finite.
constexpr Seconds kFurthest = 1e100;
constexpr Seconds kNearestPerPixel = 1e-9;
constexpr double kFarthestSessions = 4;
/// Where the playhead stands after a page is turned, as a share of what is shown.
constexpr double kPageMargin = 0.08;
constexpr double kLeastMinorPixels = 5;

constexpr Seconds kMinute = 60;
constexpr Seconds kHour = 3600;

Seconds tame(Seconds t) {
  if (std::isnan(t)) return 0;
  return std::clamp(t, -kFurthest, kFurthest);
}

/// The distance of neighbouring doubles near the ends of `range`.
Seconds resolution(TimeRange range) {
  const double largest = std::max({std::fabs(range.begin), std::fabs(range.end), 1e-9});
  return std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
double decimal_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= least * (1 - 1e-9)) return power * factor;
  }
  return power * 10;
}

/// The smallest step of a ruler that is not below `least`.
Seconds ruler_step(Seconds least) {
  if (least <= 20) return decimal_step(least);
  for (const double minutes : {1, 2, 5, 10, 20}) {
    if (minutes * kMinute >= least) return minutes * kMinute;
  }
  return decimal_step(std::max(least / kHour, 1.0)) * kHour;
}

/// Into how many parts a step may be divided, coarse last.
std::array<int, 3> divisions_of(Seconds step) {
  if (step >= kMinute && step < kHour) {
    const int minutes = static_cast<int>(std::lround(step / kMinute));
    if (minutes == 1) return {6, 3, 2};
    if (minutes == 2) return {8, 4, 2};
    return minutes == 20 ? std::array{4, 2, 1} : std::array{5, 5, 1};
  }
  if (step == kHour) return {6, 4, 2};
  const double unit = step >= kHour ? step / kHour : step;
  const double lead = unit / std::pow(10.0, std::floor(std::log10(unit) + 1e-9));
  return std::lround(lead) == 2 ? std::array{4, 2, 1} : std::array{10, 5, 1};
}

int decimals_of(double step) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
}

std::string hours_and_minutes(Seconds t) {
  const char* const sign = t < 0 ? "-" : "";
  const double minutes = std::round(std::fabs(t) / kMinute);
  const double hours = std::floor(minutes / 60);
  if (hours > 1e6) return printed("%s%.6g h", sign, hours);
  const double rest = minutes - hours * 60;
  if (hours == 0) return printed("%s%.0f min", minutes == 0 ? "" : sign, rest);
  if (rest == 0) return printed("%s%.0f h", sign, hours);
  return printed("%s%.0f h %.0f min", sign, hours, rest);
}

}  // namespace

TimeRange fitted(TimeRange session) {
  const TimeRange tamed{tame(session.begin), tame(session.end)};
  const Seconds least = std::max(resolution(tamed) * 1000, 1e-6);
  if (tamed.length() >= least) return tamed;
  const Seconds middle = tamed.begin + tamed.length() / 2;
  const Seconds half = std::max(0.5, least);
  return {middle - half, middle + half};
}

TimeRange within_limits(TimeRange shown, TimeRange session, double width) {
  const TimeRange whole = fitted(session);
  const double pixels = std::max(width, 1.0);
  const Seconds longest = whole.length() * kFarthestSessions;
  const Seconds shortest =
      std::min(longest, std::max(kNearestPerPixel, 4 * resolution(whole)) * pixels);
  const TimeRange wanted{tame(shown.begin), tame(shown.end)};
  const Seconds length = std::clamp(wanted.length(), shortest, longest);
  const Seconds centre = wanted.begin + wanted.length() / 2;
  const Seconds middle = std::clamp(centre, whole.begin, whole.end);
  // What is allowed stays as it is to the last bit, so that a view at rest does not creep.
  if (length == wanted.length() && middle == centre) return wanted;
  return {middle - length / 2, middle + length / 2};
}

TimeRange zoomed(TimeRange shown, Seconds at, double factor, TimeRange session, double width) {
  if (!(factor > 0) || !std::isfinite(factor)) return within_limits(shown, session, width);
  const double share = std::clamp((at - shown.begin) / shown.length(), -1.0, 2.0);
  const Seconds wanted = shown.length() * factor;
  // The limits of length come first, so that at the nearest and the farthest the view stands still.
  const TimeRange sized = within_limits({at - wanted / 2, at + wanted / 2}, session, width);
  const Seconds length = sized.length();
  const Seconds begin = at - share * length;
  return within_limits({begin, begin + length}, session, width);
}

TimeRange panned(TimeRange shown, Seconds by, TimeRange session, double width) {
  return within_limits({shown.begin + by, shown.end + by}, session, width);
}

TimeRange following(TimeRange shown, Seconds before, Seconds now, bool playing) {
  if (before == now || shown.contains(now)) return shown;
  if (playing && !shown.contains(before)) return shown;
  const Seconds length = shown.length();
  const double share = now > shown.end ? kPageMargin : playing ? kPageMargin : 1 - kPageMargin;
  const Seconds begin = now - share * length;
  return {begin, begin + length};
}

TickScale tick_scale(const TimeAxis& axis, TimeRange session, double space,
                     const std::function<double(std::string_view)>& label_width) {
  const Seconds per_pixel = axis.seconds_per_pixel();
  TickScale scale;
  scale.milliseconds = std::fabs(session.begin) < 1 && std::fabs(session.end) < 1;
  const auto fits = [&](Seconds step) {
    scale.step = step;
    double widest = 0;
    for (const Seconds end : {axis.shown.begin, axis.shown.end}) {
      for (const double neighbour : {-1.0, 0.0, 1.0}) {
        const Seconds tick = (std::round(end / step) + neighbour) * step;
        widest = std::max(widest, label_width(tick_label(tick, scale)));
      }
    }
    return step / per_pixel >= widest + space;
  };
  // Longer steps have shorter labels (or, from minutes to hours, a bounded length): this ends soon.
  Seconds step = ruler_step(per_pixel * std::max(space, 1.0));
  for (int tries = 0; tries < 40 && !fits(step); ++tries) step = ruler_step(step * 1.5);
  scale.step = step;
  scale.minor_step = step;
  for (const int parts : divisions_of(step)) {
    if (step / parts / per_pixel < kLeastMinorPixels) continue;
    scale.minor_step = step / parts;
    break;
  }
  return scale;
}

std::string tick_label(Seconds t, const TickScale& scale) {
  if (scale.step >= kMinute) return hours_and_minutes(t);
  if (std::fabs(t) < scale.step / 2) t = 0;  // never "-0"
  if (scale.milliseconds) return printed("%.*f ms", decimals_of(scale.step * 1000), t * 1000);
  return printed("%.*f s", decimals_of(scale.step), t);
}

std::optional<double> label_begin(double tick, double begin, double width,
                                  std::span<const PixelSpan> taken) {
  for (const PixelSpan& span : taken) {
    if (span.end <= begin || span.begin >= begin + width) continue;
    if (span.begin > tick) return std::nullopt;
    begin = span.end;
  }
  return begin;
}

}  // namespace scrubjay
