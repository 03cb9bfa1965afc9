#include "assets/level.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "assets/angles.h"
#include "assets/arena.h"

namespace scrubjay::assets {

namespace {

constexpr double kHalf = Courtyard::kSide / 2;
constexpr double kWallHeight = 2.4;
constexpr double kWallWidth = 0.3;
constexpr double kDoorWidth = 2.0;
/// The ground lies a little below the floor that recordings show themselves.
constexpr double kGroundHeight = -0.05;

Level::Shape box() {
  Level::Shape shape{.name = "box", .vertices = {}, .triangles = {}};
  for (int i = 0; i < 8; ++i) {
    shape.vertices.emplace_back((i & 1) != 0 ? 0.5F : -0.5F, (i & 2) != 0 ? 1.0F : 0.0F,
                                (i & 4) != 0 ? 0.5F : -0.5F);
  }
  shape.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 4, 2, 2, 4, 6,
                     1, 3, 5, 3, 7, 5, 2, 6, 3, 3, 6, 7, 0, 1, 4, 1, 5, 4};
  return shape;
}

/// A prism of sixteen sides, or, with `top` 0, a pyramid, 1 wide and 1 high.
Level::Shape tower(std::string name, double top) {
  constexpr std::uint32_t kSides = 16;
  Level::Shape shape{.name = std::move(name), .vertices = {}, .triangles = {}};
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const SinCos a = sin_cos(2 * kPi * i / kSides);
    shape.vertices.push_back(rounded(glm::dvec3(0.5 * a.cos, 0.0, 0.5 * a.sin)));
    shape.vertices.push_back(rounded(glm::dvec3(0.5 * top * a.cos, 1.0, 0.5 * top * a.sin)));
  }
  shape.vertices.emplace_back(0.0F, 1.0F, 0.0F);
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const std::uint32_t low = 2 * i;
    const std::uint32_t next = 2 * ((i + 1) % kSides);
    shape.triangles.insert(shape.triangles.end(), {low, low + 1, next});
    if (top == 0) continue;
    shape.triangles.insert(shape.triangles.end(), {next, low + 1, next + 1});
    shape.triangles.insert(shape.triangles.end(), {low + 1, 2 * kSides, next + 1});
  }
  return shape;
}

double height_at(double x, double z) {
  const double away = std::max(std::abs(x), std::abs(z)) - kHalf - 3;
  if (away <= 0) return kGroundHeight;
  const double hills = 1.5 + sin_cos(0.11 * x + 0.7).sin + 0.8 * sin_cos(0.17 * z - 0.3).cos;
  return kGroundHeight + hills * std::min(away / 20.0, 3.0);
}

/// Squares of two triangles, `side` along each side.
Level::Shape ground(std::uint32_t side) {
  const double size = std::max(96.0, 2.0 * side);
  Level::Shape shape{.name = "ground", .vertices = {}, .triangles = {}};
  for (std::uint32_t row = 0; row <= side; ++row) {
    for (std::uint32_t column = 0; column <= side; ++column) {
      const double x = rounded(size * (static_cast<double>(column) / side - 0.5));
      const double z = rounded(size * (static_cast<double>(row) / side - 0.5));
      shape.vertices.push_back(rounded(glm::dvec3(x, height_at(x, z), z)));
    }
  }
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint32_t at = row * (side + 1) + column;
      const std::uint32_t below = at + side + 1;
      shape.triangles.insert(shape.triangles.end(), {at, below, at + 1, at + 1, below, below + 1});
    }
  }
  return shape;
}

constexpr std::size_t kBox = 0;
constexpr std::size_t kTower = 1;
constexpr std::size_t kRoof = 2;
constexpr std::size_t kHills = 3;
constexpr std::size_t kStone = 0;
constexpr std::size_t kTile = 1;
constexpr std::size_t kGrass = 2;

void add_walls(Level& level) {
  const double long_side = Courtyard::kSide;
  const double short_side = kHalf - kDoorWidth / 2;
  const double middle = kDoorWidth / 2 + short_side / 2;
  const auto wall = [&](std::string name, glm::dvec3 place, double along_x, double along_z) {
    level.parts.push_back({.name = std::move(name),
                           .shape = kBox,
                           .color = kStone,
                           .place = place,
                           .scale = {along_x, kWallHeight, along_z}});
  };
  wall("south wall", {0, 0, -kHalf}, long_side, kWallWidth);
  wall("west wall", {kHalf, 0, 0}, kWallWidth, long_side);
  wall("east wall", {-kHalf, 0, 0}, kWallWidth, long_side);
  wall("north wall, left", {middle, 0, kHalf}, short_side, kWallWidth);
  wall("north wall, right", {-middle, 0, kHalf}, short_side, kWallWidth);
  wall("lintel", {0, kWallHeight, kHalf}, kDoorWidth + 2, 2 * kWallWidth);
}

void add_towers(Level& level) {
  for (const double x : {-kHalf, kHalf}) {
    for (const double z : {-kHalf, kHalf}) {
      level.parts.push_back({.name = "tower",
                             .shape = kTower,
                             .color = kStone,
                             .place = {x, 0, z},
                             .scale = {3, 4.5, 3}});
      level.parts.push_back({.name = "roof",
                             .shape = kRoof,
                             .color = kTile,
                             .place = {x, 4.5, z},
                             .scale = {3.6, 2, 3.6}});
    }
  }
}

}  // namespace

std::size_t Level::triangles() const {
  std::size_t count = 0;
  for (const Part& part : parts) count += shapes[part.shape].triangles.size() / 3;
  return count;
}

Level courtyard_level(std::size_t triangles) {
  const double squares = static_cast<double>(std::max<std::size_t>(triangles, 2)) / 2;
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(squares)));
  Level level;
  level.shapes = {box(), tower("tower", 1.0), tower("roof", 0.0), ground(side)};
  level.colors = {
      {"stone", {0.35, 0.32, 0.28}}, {"tile", {0.4, 0.09, 0.05}}, {"grass", {0.09, 0.2, 0.06}}};
  level.parts.push_back({.name = "ground", .shape = kHills, .color = kGrass});
  add_walls(level);
  add_towers(level);
  return level;
}

}  // namespace scrubjay::assets
