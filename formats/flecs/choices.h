#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/coordinate_system.h"
#include "core/ids.h"
#include "formats/flecs/roles.h"
#include "formats/format.h"

namespace scrubjay::flecs {

/// How a person wants a recording to be read, where the documents leave it open
/// (formats/flecs/README.md, 11.3, 13).
struct Choices {
  /// What a component, or a member of one, says about the place of its entity.
  struct Mapping {
    std::string component;  ///< full path, or its last element
    std::string member;     ///< "pose/p"; empty: the whole component
    Role role;

    bool is_about(std::string_view path) const;
  };

  bool are_positions_world = false;  ///< not relative to parents
  std::vector<Mapping> mappings;     ///< the last one of a component and member holds
  std::string clock;          ///< "Epoch/Epoch/time": what tells the time; empty: the rules do
  Seconds step = 1.0 / 60.0;  ///< between samples of which only the order is known
  bool are_axes_chosen = false;
  /// flecs prescribes none; these are those of the explorer's scenes (formats/flecs/README.md, 13).
  CoordinateSystem axes{
      .right = Axis::pos_x, .up = Axis::pos_y, .forward = Axis::pos_z, .metres_per_unit = 1.0};
};

/// "positions", "map", "clock", "step", "axes", "kept".
extern const std::array<ReadOption, 6> kReadOptions;

/// `options` are of kReadOptions. Errors: "option" for a step or axes that cannot be understood.
Result<Choices> read_choices(const ReadOptions& options);

}  // namespace scrubjay::flecs
