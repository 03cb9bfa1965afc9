#include "analysis/compare/nearest_places.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numeric>
#include <utility>

#include "core/directions.h"

namespace scrubjay::compare {

NearestPlaces::NearestPlaces(std::span<const std::optional<glm::dvec3>> places)
    : slot_of_row_(places.size(), kTaken) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] && is_finite(*places[i])) places_.push_back({*places[i], i});
  }
  if (!places_.empty()) {
    glm::dvec3 low = places_.front().at;
    glm::dvec3 high = low;
    for (const Place& place : places_) {
      low = glm::min(low, place.at);
      high = glm::max(high, place.at);
    }
    const glm::dvec3 size = high - low;
    for (const int axis : {1, 2}) {
      if (size[axis] > size[axis_]) axis_ = axis;
    }
  }
  std::ranges::sort(places_, {},
                    [this](const Place& place) { return std::pair(along(place.at), place.row); });
  for (std::size_t i = 0; i < places_.size(); ++i) slot_of_row_[places_[i].row] = i;
  after_.resize(places_.size() + 1);
  before_.resize(places_.size() + 1);
  std::iota(after_.begin(), after_.end(), std::size_t{0});
  std::iota(before_.begin(), before_.end(), std::size_t{0});
}

std::size_t NearestPlaces::skip(std::vector<std::size_t>& next, std::size_t i) {
  while (next[i] != i) {
    next[i] = next[next[i]];
    i = next[i];
  }
  return i;
}

std::optional<NearestPlaces::Found> NearestPlaces::find(const glm::dvec3& from) {
  if (!is_finite(from)) return std::nullopt;
  const auto begin = std::ranges::lower_bound(
      places_, along(from), {}, [this](const Place& place) { return along(place.at); });
  std::optional<Found> best;
  // False: what lies behind it on that side is farther than the best.
  const auto look = [&](const Place& place) {
    const double off = along(place.at) - along(from);
    // A distance may be rounded to a little less than its part along one axis.
    constexpr double kRounded = 1 - 1e-12;
    if (best && off * off * kRounded > best->distance * best->distance) return false;
    const double distance = glm::distance(from, place.at);
    if (!std::isfinite(distance)) return true;
    const bool is_better =
        !best || distance < best->distance || (distance == best->distance && place.row < best->row);
    if (is_better) best = {distance, place.row};
    // Others at the same place have larger rows.
    return distance != 0 || off != 0;
  };
  const auto slot = static_cast<std::size_t>(begin - places_.begin());
  for (std::size_t i = skip(after_, slot); i < places_.size(); i = skip(after_, i + 1)) {
    if (!look(places_[i])) break;
  }
  if (best && best->distance == 0) return best;
  for (std::size_t i = skip(before_, slot); i > 0; i = skip(before_, i - 1)) {
    if (!look(places_[i - 1])) break;
  }
  return best;
}

void NearestPlaces::take(std::size_t row) {
  const std::size_t slot = std::exchange(slot_of_row_[row], kTaken);
  if (slot == kTaken) return;
  after_[slot] = slot + 1;
  before_[slot + 1] = slot;
}

}  // namespace scrubjay::compare
