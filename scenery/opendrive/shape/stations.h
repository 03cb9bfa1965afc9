#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenery/opendrive/model.h"
#include "scenery/opendrive/shape/cross_section.h"

namespace scrubjay::opendrive {

/// A place along a road at which its cross section is taken. Where a reference line jumps there
/// are two of the same s, one on each geometry.
struct Station {
  double s = 0;
  std::uint32_t geometry = 0;
};

/// No edge that is drawn is farther from its curve [m].
inline constexpr double kChordError = 0.02;

/// How many stations may still be made: of one file.
struct StationBudget {
  std::size_t left = 0;
  bool is_coarse = false;  ///< there were too few
};

/// Stations of one lane section, from its start to its end, so dense that straight lines between
/// them are not farther than `kChordError` from the surface's borders. Empty where it is in force
/// nowhere. A road without sections counts as one from 0 to its length.
std::vector<Station> stations_of(const Road& road, std::size_t section, StationBudget& budget);

/// Least and greatest places of reference lines and of surfaces at lanes' borders.
struct MapBox {
  bool is_empty = true;
  double least[3] = {0, 0, 0};
  double most[3] = {0, 0, 0};
  void include(double x, double y, double z);
};

/// The box around all roads; and whether stations ran out.
MapBox box_of(const RoadMap& map, StationBudget& budget);

}  // namespace scrubjay::opendrive
