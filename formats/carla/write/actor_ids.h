#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/write_plan.h"

namespace scrubjay::carla {

/// The actor ids under which entities are written. Those that are such numbers already stay, the
/// same number of another stream and all others get new ones that nobody has.
class ActorIds {
 public:
  explicit ActorIds(const WritePlan& plan);

  /// By row, as written; kNoActor for WritePlan::kNoRow.
  std::uint32_t of(std::uint32_t row) const { return row < ids_.size() ? ids_[row] : kNoId; }
  /// What becomes known only when it begins to live.
  void set(std::uint32_t row, std::uint32_t id) { ids_[row] = id; }
  /// Entities whose id is not the source's.
  std::uint64_t changed() const { return changed_; }

 private:
  static constexpr std::uint32_t kNoId = 0xFFFFFFFF;

  std::vector<std::uint32_t> ids_;
  std::uint64_t changed_ = 0;
};

/// The number that a text writes as CARLA would: 1 to 4294967294, no sign, no leading zero.
std::optional<std::uint32_t> actor_id_of(std::string_view text);

}  // namespace scrubjay::carla
