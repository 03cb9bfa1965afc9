#include "render/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <numbers>
#include <vector>

namespace scrubjay {

namespace {

/// Beyond this, sums and squares of coordinates would lose all meaning in a picture.
constexpr double kFarthestPoint = 1e12;
constexpr double kNeverAnOutlier = 25.0;  ///< metres from the bulk

struct Range {
  double low = 0;
  double high = 0;
  double size() const { return high - low; }
};

bool is_usable(const glm::dvec3& p) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(std::abs(p[axis]) <= kFarthestPoint)) return false;  // NaN fails too
  }
  return true;
}

std::size_t trimmed(std::size_t count) { return std::max<std::size_t>(1, count / 10); }

/// Sorts what is outside of the core, which `trimmed` tells: values in it are only in between.
void sort_ends(std::vector<double>& values) {
  const auto low = values.begin() + static_cast<std::ptrdiff_t>(trimmed(values.size()));
  const auto high = values.end() - 1 - (low - values.begin());
  std::ranges::nth_element(values, low);
  std::ranges::nth_element(low + 1, high, values.end());
  std::ranges::sort(values.begin(), low);
  std::ranges::sort(high, values.end());
}

std::array<std::vector<double>, 3> sorted_axes(std::span<const glm::dvec3> points) {
  std::array<std::vector<double>, 3> axes;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double>& values = axes[static_cast<std::size_t>(axis)];
    values.reserve(points.size());
    for (const glm::dvec3& p : points) values.push_back(p[axis]);
    sort_ends(values);
  }
  return axes;
}

Range core_range(const std::vector<double>& sorted) {
  const std::size_t trim = trimmed(sorted.size());
  return {sorted[trim], sorted[sorted.size() - 1 - trim]};
}

/// Few points say little about what is usual: the gap allowed is wider for them.
double leniency(std::size_t count) { return 1.0 + 10.0 / static_cast<double>(count); }

/// Grows the core over neighbours whose gap is at most `gap_floor` or a multiple of the range so
/// far.
Range grown(const std::vector<double>& sorted, double gap_floor) {
  const double factor = 3.0 * leniency(sorted.size());
  std::size_t low = trimmed(sorted.size());
  std::size_t high = sorted.size() - 1 - low;
  for (bool changed = true; changed;) {
    changed = false;
    const double allowed = std::max(factor * (sorted[high] - sorted[low]), gap_floor);
    while (low > 0 && sorted[low] - sorted[low - 1] <= allowed) {
      --low;
      changed = true;
    }
    while (high + 1 < sorted.size() && sorted[high + 1] - sorted[high] <= allowed) {
      ++high;
      changed = true;
    }
  }
  return {sorted[low], sorted[high]};
}

/// The box of the bulk; points outside it are outliers.
Bounds bulk_of(std::span<const glm::dvec3> points) {
  const auto axes = sorted_axes(points);
  glm::dvec3 core_size(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    core_size[axis] = core_range(axes[static_cast<std::size_t>(axis)]).size();
  }
  // A flat map has no height to compare with, so its width counts as well.
  const double gap_floor =
      std::max(0.25 * leniency(points.size()) * glm::length(core_size), kNeverAnOutlier);
  Bounds bulk;
  for (int axis = 0; axis < 3; ++axis) {
    const Range range = grown(axes[static_cast<std::size_t>(axis)], gap_floor);
    bulk.low[axis] = range.low;
    bulk.high[axis] = range.high;
  }
  return bulk;
}

bool contains(const Bounds& bounds, const glm::dvec3& p) {
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] < bounds.low[axis] || p[axis] > bounds.high[axis]) return false;
  }
  return true;
}

Bounds bounds_of(std::span<const glm::dvec3> points) {
  Bounds bounds{points.front(), points.front()};
  for (const glm::dvec3& p : points) {
    bounds.low = glm::min(bounds.low, p);
    bounds.high = glm::max(bounds.high, p);
  }
  return bounds;
}

/// For each of some directions all around the point that lies farthest that way, each once.
std::vector<glm::dvec3> extremes_of(std::span<const glm::dvec3> points) {
  constexpr int kHeadings = 16;
  std::vector<glm::dvec3> directions{{0, 0, 1}, {0, 0, -1}};
  for (int heading = 0; heading < kHeadings; ++heading) {
    const double angle = 2 * std::numbers::pi * heading / kHeadings;
    for (const double rise : {-0.7, 0.0, 0.7}) {
      directions.emplace_back(std::cos(angle), std::sin(angle), rise);
    }
  }
  std::vector<std::size_t> rows;
  for (const glm::dvec3& direction : directions) {
    std::size_t farthest = 0;
    double most = -std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double along = glm::dot(points[i], direction);
      if (along > most) {
        most = along;
        farthest = i;
      }
    }
    rows.push_back(farthest);
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  std::vector<glm::dvec3> extremes;
  for (const std::size_t row : rows) extremes.push_back(points[row]);
  return extremes;
}

}  // namespace

RobustFit robust_fit(std::span<const glm::dvec3> points) {
  constexpr std::size_t kTooFewToJudge = 3;
  std::vector<glm::dvec3> usable;
  usable.reserve(points.size());
  std::ranges::copy_if(points, std::back_inserter(usable), is_usable);

  RobustFit fit;
  fit.invalid = points.size() - usable.size();
  if (usable.empty()) return fit;
  if (usable.size() > kTooFewToJudge) {
    const Bounds bulk = bulk_of(usable);
    fit.outliers = std::erase_if(usable, [&](const glm::dvec3& p) { return !contains(bulk, p); });
  }
  fit.inside = usable.size();
  if (!usable.empty()) {
    fit.bounds = bounds_of(usable);
    fit.extremes = extremes_of(usable);
    fit.room = usual_room(fit.bounds);
  }
  return fit;
}

void leave_out_runaways(std::vector<glm::dvec3>& points) {
  constexpr double kFar = 2.5;      // times as far from the middle as three quarters of all
  constexpr std::size_t kFew = 10;  // one in so many
  if (points.empty()) return;
  std::vector<double> values(points.size());
  const auto quantile = [&](double share) {
    const auto at = values.begin() +
                    static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
  };
  glm::dvec3 middle(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(points, values.begin(), [&](const glm::dvec3& p) { return p[axis]; });
    middle[axis] = quantile(0.5);
  }
  const auto distance = [&](const glm::dvec3& p) { return glm::distance(p, middle); };
  std::ranges::transform(points, values.begin(), distance);
  const double far = kFar * quantile(0.75);
  const auto is_far = [&](const glm::dvec3& p) { return distance(p) > far; };
  if (static_cast<std::size_t>(std::ranges::count_if(points, is_far)) * kFew > points.size())
    return;
  std::erase_if(points, is_far);
}

double usual_room(const Bounds& bounds) {
  constexpr double kRoom = 2.5;
  const double size = glm::length(bounds.size());
  return size > 0 ? std::min(kRoom, 0.05 * size) : kRoom;
}

double ground_height(const RobustFit& fit) {
  const glm::dvec3 size = fit.bounds.size();
  const double tolerance = std::max(2.0, 0.02 * std::max(size.x, size.y));
  const bool near_zero = fit.bounds.low.z <= tolerance && fit.bounds.high.z >= -tolerance &&
                         fit.bounds.low.z >= -tolerance;
  return near_zero ? 0.0 : fit.bounds.low.z;
}

std::vector<glm::dvec3> fit_corners(const RobustFit& fit) {
  std::vector<glm::dvec3> corners;
  for (const glm::dvec3& point : fit.extremes) {
    for (const double x : {-fit.room, fit.room}) {
      for (const double y : {-fit.room, fit.room}) {
        corners.push_back(point + glm::dvec3(x, y, 0.0));
        corners.push_back(point + glm::dvec3(x, y, fit.room));
      }
    }
  }
  return corners;
}

double share_of_view(const Camera& camera, const Viewport& viewport,
                     std::span<const glm::dvec3> points) {
  const ScreenProjector project(camera, viewport);
  glm::dvec2 low(std::numeric_limits<double>::max());
  glm::dvec2 high(-std::numeric_limits<double>::max());
  for (const glm::dvec3& point : points) {
    const auto at = project(point);
    if (!at) continue;
    low = glm::min(low, at->pixel);
    high = glm::max(high, at->pixel);
  }
  if (low.x > high.x) return 0;
  return std::max(high.x - low.x, high.y - low.y) /
         std::max(std::min(viewport.width, viewport.height), 1.0);
}

Camera fitted_camera(const RobustFit& fit, const Viewport& viewport) {
  Camera camera;
  if (fit.inside == 0) return camera;
  fill_view(camera, viewport, fit_corners(fit), 0.88);
  return camera;
}

}  // namespace scrubjay
