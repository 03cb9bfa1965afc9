#include <algorithm>
#include <cmath>

#include "scenery/opendrive/draw/draw.h"
#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kLeastPeriod = 0.05;  // of dashes; shorter ones are one line
constexpr double kDotSize = 0.1;
constexpr double kDotPeriod = 1;
constexpr std::uint32_t kCurbColor = 0xFF8A8A8A;
constexpr std::uint32_t kGrassColor = 0xFF4C7A4C;

/// The marks of one lane's outer border, or of lane 0.
class LaneMarks {
 public:
  LaneMarks(const Road& road, std::size_t section, const Lane& lane,
            const std::vector<Station>& stations, MeshSink& sink)
      : road_(road), section_(section), lane_(lane), stations_(stations), sink_(sink) {}

  void draw(double begin, double end) {
    for (std::size_t i = 0; i < lane_.marks.size(); ++i) {
      const RoadMark& mark = lane_.marks[i];
      const bool is_last = i + 1 == lane_.marks.size();
      const double from = std::max(mark.s, begin);
      const double to = is_last ? end : std::min(mark.end, end);
      if (mark.type == MarkType::none || !(from < to)) continue;
      for (const MarkLine& line : mark.lines) draw_line(mark, line, from, to);
    }
  }

 private:
  static Look look_of(const RoadMark& mark, const MarkLine& line) {
    Look look{.surface = SceneryClass::mark,
              .color = line.color,
              .detail = static_cast<float>(std::clamp(line.width, 0.01, 1.0))};
    if (mark.type == MarkType::curb) look.color = kCurbColor;
    if (mark.type == MarkType::grass) look.color = kGrassColor;
    return look;
  }

  void draw_line(const RoadMark& mark, const MarkLine& line, double from, double to) {
    MarkLine drawn = line;
    if (mark.type == MarkType::dots) {
      drawn.length = drawn.width = kDotSize;
      drawn.space = kDotPeriod - kDotSize;
    }
    if (!(drawn.width > 0)) return;
    const Look look = look_of(mark, drawn);
    const double first = mark.s + drawn.s;
    if (!drawn.is_repeated) {
      draw_dash(mark, drawn, look, std::max(first, from), std::min(first + drawn.length, to));
      return;
    }
    const double period = drawn.length + drawn.space;
    const bool is_one = !(drawn.space > 0) || !(drawn.length > 0) || period < kLeastPeriod;
    if (is_one) {
      draw_dash(mark, drawn, look, std::max(first, from), to);
      return;
    }
    const double skipped = std::max(std::floor((from - first) / period), 0.0);
    // The second holds where the first is lost in rounding, as it lies so far away.
    const double begin = std::max(first + skipped * period, from - period);
    for (double at = begin; at < to && !sink_.is_full(); at += period) {
      draw_dash(mark, drawn, look, std::max(at, from), std::min(at + drawn.length, to));
    }
  }

  /// One piece of paint: cut at its own ends, with the road's stations between them.
  void draw_dash(const RoadMark& mark, const MarkLine& line, const Look& look, double from,
                 double to) {
    if (!(from < to)) return;
    Strip strip(sink_, look);
    auto next = std::ranges::upper_bound(stations_, from, {}, &Station::s);
    const std::size_t first = next == stations_.begin() ? 0 : (next - 1)->geometry;
    add_place(mark, line, {from, static_cast<std::uint32_t>(first)}, false, strip);
    double last = from;
    std::uint32_t geometry = static_cast<std::uint32_t>(first);
    for (; next != stations_.end() && next->s < to && !sink_.is_full(); ++next) {
      add_place(mark, line, *next, next->s == last, strip);
      last = next->s;
      geometry = next->geometry;
    }
    if (next != stations_.end()) geometry = next->geometry;
    add_place(mark, line, {to, geometry}, false, strip);
  }

  void add_place(const RoadMark& mark, const MarkLine& line, const Station& station, bool is_gap,
                 Strip& strip) const {
    const double s = station.s;
    LaneSpan span;
    double border = value_at(road_.lane_offset, s, limits::kWidestRoad);
    if (lane_.id != 0) {
      walk_side(road_, section_, lane_.id > 0 ? Side::left : Side::right, s,
                [&](const LaneSpan& found) {
                  span = found;
                  return found.lane != &lane_;
                });
      border = span.outer;
    }
    const double middle = border + line.t + value_at(mark.sway, s, limits::kWidestRoad);
    const double half = std::min(line.width, limits::kWidestRoad) / 2;
    const RoadProfile profile = profile_at(road_, s);
    const Pose pose = pose_on(road_, station.geometry, s);
    const double height = span.lane == nullptr ? 0 : lane_height_at(span, s, border);
    const auto place_at = [&](double t) {
      return world_place(pose, surface_place(profile, t, span, height));
    };
    strip.add(place_at(middle + half), place_at(middle - half), is_gap);
  }

  const Road& road_;
  std::size_t section_;
  const Lane& lane_;
  const std::vector<Station>& stations_;
  MeshSink& sink_;
};

}  // namespace

void draw_marks(const Road& road, std::size_t section, const std::vector<Station>& stations,
                MeshSink& sink) {
  if (stations.empty()) return;
  const double begin = stations.front().s;
  const double end = stations.back().s;
  const auto draw = [&](const Lane& lane) {
    LaneMarks(road, section, lane, stations, sink).draw(begin, end);
  };
  draw(center_of(road, section));
  for (const Side side : {Side::left, Side::right}) {
    for (const Lane& lane : side_of(road, section, side).lanes) draw(lane);
  }
}

}  // namespace scrubjay::opendrive
