#pragma once

#include <optional>
#include <string_view>

#include "formats/flecs/choices.h"

namespace scrubjay::flecs {

/// The unit of the scene in metres: that in which the first documents of a text say positions.
/// Nothing where no type says a unit of length. Looks at the first documents, which must be whole
/// within limits::kMostSceneUnitBytes.
std::optional<double> find_scene_unit(std::string_view text, const Choices& choices);

}  // namespace scrubjay::flecs
