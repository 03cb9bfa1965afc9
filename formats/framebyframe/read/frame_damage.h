#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/problem.h"

namespace scrubjay::framebyframe {

/// What can be wrong inside one frame.
enum class Damage : std::uint8_t {
  wrong_value,       ///< a value that does not fit its property's type
  wrong_structure,   ///< something else where an entity, a property or a list of them should be
  too_deep,          ///< properties nested too deeply
  lost_entity,       ///< an entity that the index pass did not find
  duplicate_entity,  ///< an id that several entities of the frame have
  parent_cycle,      ///< an entity that is its own ancestor
  no_entity_id,      ///< an entity without an id
  broken_json,       ///< from here on, the frame cannot be read
};
inline constexpr std::size_t kDamages = 8;

/// Damage of one frame, folded by kind, so that noting it costs next to nothing.
class DamageLog {
 public:
  void clear() { kinds_ = {}; }
  /// `offset` counts from the frame's first byte.
  void add(Damage damage, std::uint64_t offset);
  /// Appends one problem a kind. `begin` is the file offset of the frame's first byte.
  void tell(FrameIndex frame, std::uint64_t begin, std::vector<Problem>& out) const;

 private:
  struct Kind {
    std::uint64_t count = 0;
    std::uint64_t offset = 0;
  };
  std::array<Kind, kDamages> kinds_{};
};

}  // namespace scrubjay::framebyframe
