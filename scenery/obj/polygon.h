#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace scrubjay::obj {

/// Adds the triangles of a polygon of three corners or more, as numbers of its corners: corners - 2
/// of them, which have its shape where it is flat, does not cross itself and has 64 corners at
/// most. Of others, a fan from the first corner. O(corners^3).
void triangulate(std::span<const glm::vec3> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace scrubjay::obj
