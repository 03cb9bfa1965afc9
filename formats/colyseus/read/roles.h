#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "formats/colyseus/read/choices.h"
#include "formats/colyseus/read/placement.h"

namespace scrubjay::colyseus {

/// Which fields say where an instance is, as a person chose or else by their names
/// (formats/colyseus/README.md, 9). Made once a schema.
class Roles {
 public:
  Roles(const Schema& schema, const Choices& choices);

  /// Positions have x and y but never a z: a game seen from above or from the side.
  bool is_flat() const { return is_flat_; }
  /// Position and rotation of the instance in that slot, as far as its fields give them.
  Transform transform_of(const State& state, const Placement& placement, std::uint32_t slot) const;
  /// A text by which people know the instance, or "".
  std::string_view label_of(const State& state, std::uint32_t slot) const;

 private:
  static constexpr std::uint8_t kNone = 0xFF;

  /// Fields of one type; kNone for those that it has not.
  struct Row {
    std::uint8_t x = kNone;
    std::uint8_t y = kNone;
    std::uint8_t z = kNone;
    std::uint8_t w = kNone;
    std::uint8_t angle = kNone;           ///< chosen, or quantized from 0 to 2 pi
    double angle_unit = 1;                ///< radians
    std::vector<std::uint8_t> labels;     ///< in order of their names
    std::vector<std::uint8_t> positions;  ///< groups named like one, in order of their names
    std::vector<std::uint8_t> rotations;  ///< likewise
    std::vector<std::uint8_t> groups;     ///< all groups
  };

  static Row row_of(const Schema& schema, const Type& type, const Choices& choices);
  static void apply(const Choices& choices, const Type& type, Row& row);
  const Row& row(const State& state, std::uint32_t slot) const {
    return rows_[state.structure(slot).type];
  }
  std::optional<std::uint32_t> group_in(const State& state, const Placement& placement,
                                        std::uint32_t slot, std::uint8_t field) const;
  std::optional<glm::dvec3> vector_of(const State& state, std::uint32_t slot) const;
  std::optional<glm::dvec3> position_of(const State& state, const Placement& placement,
                                        std::uint32_t slot) const;
  std::optional<glm::dquat> quaternion_of(const State& state, std::uint32_t slot) const;
  std::optional<glm::dquat> rotation_of(const State& state, const Placement& placement,
                                        std::uint32_t slot) const;

  std::vector<Row> rows_;  ///< by type
  bool is_flat_ = true;
};

}  // namespace scrubjay::colyseus
