#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

namespace scrubjay::compare {

/// Finds which of some places is the nearest to another one, and takes them out one by one. They
/// are kept in the order of one axis and looked at from there outwards: of n that are spread over a
/// plane some √n are looked at. Places that are no finite numbers are never found.
class NearestPlaces {
 public:
  /// What has no place is never found, either.
  explicit NearestPlaces(std::span<const std::optional<glm::dvec3>> places);

  struct Found {
    double distance = 0;
    std::size_t row = 0;  ///< among the places; of several at one distance the least
  };
  std::optional<Found> find(const glm::dvec3& from);
  void take(std::size_t row);

 private:
  struct Place {
    glm::dvec3 at{0.0};
    std::size_t row = 0;
  };
  static constexpr std::size_t kTaken = static_cast<std::size_t>(-1);

  double along(const glm::dvec3& at) const { return at[axis_]; }
  /// The first place from `i` on that is not taken, or their count; the same before, plus one, or
  /// 0.
  static std::size_t skip(std::vector<std::size_t>& next, std::size_t i);

  int axis_ = 0;
  std::vector<Place> places_;             ///< by the axis, then by row
  std::vector<std::size_t> slot_of_row_;  ///< in `places_`; kTaken: never there
  std::vector<std::size_t> after_;        ///< by slot: itself, or one behind it that may be free
  std::vector<std::size_t> before_;       ///< by slot plus 1: itself, or one before it; 0: none
};

}  // namespace scrubjay::compare
