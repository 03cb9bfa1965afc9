#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

namespace scrubjay {

/// Adds the triangles of an outline of three corners or more, as numbers of its corners: corners -
/// 2 of them, which have its shape where it turns to the left and does not cross itself. What is
/// left when it crosses itself becomes a fan, and so does what is left when `looks`, from which
/// each look at a corner is taken, are used up. O(corners^3).
void cut_ears(std::span<const glm::dvec2> corners, std::size_t& looks,
              std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace scrubjay
