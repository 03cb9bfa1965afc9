#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "analysis/derived/motion.h"
#include "core/coordinate_system.h"
#include "core/property_tree.h"

namespace scrubjay {

/// What can be worked out of places (analysis/derived/motion.h has the definitions).
enum class DerivedValue : std::uint8_t {
  speed,
  velocity,
  acceleration,
  heading_rate,
  distance_travelled,
  // between two
  distance,
  gap,
  closing,
  ttc,
};

/// As people and programs name it.
struct DerivedValueInfo {
  DerivedValue value;
  std::string_view path;  ///< "derived/speed"
  PropertyType type = PropertyType::number;
  const char* unit = "";  ///< whatever the coordinates are
  Meaning meaning = Meaning::none;
  bool is_of_two = false;
  std::string_view description;
};

std::span<const DerivedValueInfo> derived_values();
const DerivedValueInfo& info_of(DerivedValue value);

inline constexpr std::string_view kDerivedPrefix = "derived/";

/// A derived value, or one component of it.
struct DerivedPath {
  DerivedValue value = DerivedValue::speed;
  int component = -1;  ///< 0 for x to 2 for z; below 0: the whole value
};
/// What "derived/velocity" and "derived/velocity.x" name, or nothing.
std::optional<DerivedPath> derived_path(std::string_view path);

// The value in this frame, in metres, seconds and radians; a single number is x. Vectors are along
// the axes of `coordinates`, and a turn is positive as the thumb rule of its hand says. Nothing for
// what is absent, and for a value of two asked of one or the other way round.
std::optional<glm::dvec3> value_in(DerivedValue value, const Motion& motion,
                                   const CoordinateSystem& coordinates);
std::optional<glm::dvec3> value_in(DerivedValue value, const Approach& approach);

}  // namespace scrubjay
