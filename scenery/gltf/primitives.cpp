#include "scenery/gltf/primitives.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "scenery/gltf/accessors.h"

namespace scrubjay::gltf {

namespace {

Problem lost_primitive(std::string code, std::string expected, std::string found) {
  return {.severity = Severity::error,
          .code = std::move(code),
          .message = "A part of a mesh is left out.",
          .expected = std::move(expected),
          .found = std::move(found)};
}

/// The linear light of a colour's part as screens state it (IEC 61966-2-1).
double on_screen(double linear) {
  if (!(linear > 0.0)) return 0.0;
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

std::uint32_t base_color(const tinygltf::Material& material) {
  const auto stated = material.values.find("baseColorFactor");
  if (stated == material.values.end()) return 0;
  const std::vector<double>& factor = material.pbrMetallicRoughness.baseColorFactor;
  if (factor.size() != 4) return 0;
  const bool is_opaque = material.alphaMode != "BLEND";
  return packed_color(on_screen(factor[0]), on_screen(factor[1]), on_screen(factor[2]),
                      is_opaque ? 1.0 : factor[3]);
}

/// Vertices of a primitive as they are used, and which of them a level needs.
struct Vertices {
  std::vector<std::uint32_t> order;   ///< numbers of vertices, or of `needed` where it has some
  std::vector<std::uint32_t> needed;  ///< growing; empty: all
  std::size_t count = 0;              ///< of those that the level gets
};

/// Of many that it shares with others, a primitive takes those only that it uses.
Vertices choose(std::vector<std::uint32_t> indices, std::size_t count) {
  Vertices chosen{.order = std::move(indices), .needed = {}, .count = count};
  if (chosen.order.size() >= count) return chosen;
  chosen.needed = chosen.order;
  std::ranges::sort(chosen.needed);
  const auto rest = std::ranges::unique(chosen.needed);
  chosen.needed.erase(rest.begin(), rest.end());
  chosen.count = chosen.needed.size();
  for (std::uint32_t& index : chosen.order) {
    const auto found = std::ranges::lower_bound(chosen.needed, index);
    index = static_cast<std::uint32_t>(found - chosen.needed.begin());
  }
  return chosen;
}

void add_triangles(LevelBuilder& level, std::uint32_t color, int mode, std::uint32_t first,
                   const std::vector<std::uint32_t>& order) {
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    level.add_triangle(color, first + order[a], first + order[b], first + order[c]);
  };
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    for (std::size_t i = 2; i < order.size(); i += 3) add(i - 2, i - 1, i);
  } else if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
    // Every second triangle is named the other way round, so that all have one face in front.
    for (std::size_t i = 2; i < order.size(); ++i) {
      add(i - 2 + i % 2, i - 1 - i % 2, i);
    }
  } else {
    for (std::size_t i = 2; i < order.size(); ++i) add(0, i - 1, i);
  }
}

void add_lines(LevelBuilder& level, std::uint32_t color, int mode, std::uint32_t first,
               const std::vector<std::uint32_t>& order) {
  const std::size_t step = mode == TINYGLTF_MODE_LINE ? 2 : 1;
  for (std::size_t i = 1; i < order.size(); i += step) {
    level.add_piece(color, first + order[i - 1], first + order[i]);
  }
  if (mode == TINYGLTF_MODE_LINE_LOOP && order.size() > 2) {
    level.add_piece(color, first + order.back(), first + order.front());
  }
}

/// The places of the chosen vertices in the world, or why not.
Result<std::vector<glm::dvec3>> places_in_world(const Places& places, const Vertices& chosen,
                                                const glm::dmat4& world_from_mesh,
                                                const std::atomic<bool>& cancelled) {
  constexpr std::size_t kBetweenLooks = 65'536;
  std::vector<glm::dvec3> in_world;
  in_world.reserve(chosen.count);
  for (std::size_t i = 0; i < chosen.count; ++i) {
    if (i % kBetweenLooks == 0 && cancelled) break;
    const glm::dvec3 in_mesh = places[chosen.needed.empty() ? i : chosen.needed[i]];
    const glm::dvec3 place(world_from_mesh * glm::dvec4(in_mesh, 1.0));
    if (!LevelBuilder::is_place(place)) {
      return failure(lost_primitive("bad-place", "vertices within 1e9 metres",
                                    "one that is further away, or no number"));
    }
    in_world.push_back(place);
  }
  return in_world;
}

}  // namespace

std::vector<std::uint32_t> base_colors(const tinygltf::Model& model) {
  std::vector<std::uint32_t> colors;
  colors.reserve(model.materials.size());
  for (const tinygltf::Material& material : model.materials) colors.push_back(base_color(material));
  return colors;
}

std::optional<Problem> PrimitiveReader::add(const tinygltf::Primitive& primitive,
                                            const glm::dmat4& world_from_mesh) const {
  if (primitive.mode < TINYGLTF_MODE_POINTS || primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) {
    return lost_primitive("bad-mode", "a mode from 0 to 6", std::to_string(primitive.mode));
  }
  const auto position = primitive.attributes.find("POSITION");
  if (primitive.mode == TINYGLTF_MODE_POINTS || position == primitive.attributes.end()) return {};
  const auto places = Places::of(model, buffers, position->second);
  if (!places) return places.error();
  const Problem too_large = lost_primitive(
      "too-large", "at most 50,000,000 vertices and triangles, fewer of a small file", "more");
  std::vector<std::uint32_t> indices;
  if (primitive.indices >= 0) {
    auto read = read_indices(model, buffers, primitive.indices, 3 * level.room());
    if (!read) return read.error();
    indices = std::move(*read);
    const auto greatest = std::ranges::max_element(indices);
    if (*greatest >= places->count()) {
      return lost_primitive("bad-index", "indices less than " + std::to_string(places->count()),
                            std::to_string(*greatest));
    }
  } else {
    if (places->count() > level.room()) return too_large;
    indices.resize(places->count());
    std::iota(indices.begin(), indices.end(), 0U);
  }
  const bool is_triangles = primitive.mode >= TINYGLTF_MODE_TRIANGLES;
  const std::size_t each = primitive.mode == TINYGLTF_MODE_TRIANGLES ? 3 : 1;
  const Vertices chosen = choose(std::move(indices), places->count());
  if (std::max(chosen.count, chosen.order.size() / each) > level.room()) return too_large;
  const auto in_world = places_in_world(*places, chosen, world_from_mesh, cancelled);
  if (!in_world) return in_world.error();
  if (in_world->size() < chosen.count) return {};  // cancelled
  const auto first = static_cast<std::uint32_t>(level.vertices());
  for (const glm::dvec3& place : *in_world) level.add_vertex(place);
  const auto material = static_cast<std::size_t>(primitive.material);
  const std::uint32_t color = material < colors.size() ? colors[material] : 0;
  const auto add_all = is_triangles ? add_triangles : add_lines;
  add_all(level, color, primitive.mode, first, chosen.order);
  return {};
}

}  // namespace scrubjay::gltf
