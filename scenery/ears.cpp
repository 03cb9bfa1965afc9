#include "scenery/ears.h"

#include <algorithm>
#include <numeric>

namespace scrubjay {

namespace {

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// What of an outline is not cut off yet.
struct Rest {
  std::span<const glm::dvec2> corners;
  std::vector<std::uint32_t> left;

  std::uint32_t before(std::size_t at) const { return left[(at + left.size() - 1) % left.size()]; }
  std::uint32_t after(std::size_t at) const { return left[(at + 1) % left.size()]; }

  /// Whether a corner can be cut off: it points outwards, and no other lies in what is cut.
  bool is_ear(std::size_t at) const {
    const glm::dvec2& a = corners[before(at)];
    const glm::dvec2& b = corners[left[at]];
    const glm::dvec2& c = corners[after(at)];
    if (turn(a, b, c) <= 0.0) return false;
    return std::ranges::none_of(left, [&](std::uint32_t other) {
      if (other == before(at) || other == left[at] || other == after(at)) return false;
      const glm::dvec2& p = corners[other];
      return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    });
  }

  /// left.size(): none, or too many looks.
  std::size_t find_ear(std::size_t& looks) const {
    for (std::size_t i = 1; i <= left.size() && looks >= left.size(); ++i) {
      looks -= left.size();
      if (is_ear(i % left.size())) return i % left.size();
    }
    return left.size();
  }
};

}  // namespace

void cut_ears(std::span<const glm::dvec2> corners, std::size_t& looks,
              std::vector<std::array<std::uint32_t, 3>>& triangles) {
  Rest rest{corners, std::vector<std::uint32_t>(corners.size())};
  std::iota(rest.left.begin(), rest.left.end(), 0U);
  while (rest.left.size() > 3) {
    const std::size_t ear = rest.find_ear(looks);
    if (ear == rest.left.size()) break;
    triangles.push_back({rest.before(ear), rest.left[ear], rest.after(ear)});
    rest.left.erase(rest.left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  for (std::size_t i = 2; i < rest.left.size(); ++i) {
    triangles.push_back({rest.left[0], rest.left[i - 1], rest.left[i]});
  }
}

}  // namespace scrubjay
