#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::flecs {

/// Looks for large angles in units that are known but for their numbers: whether angles without a
/// unit are radians all samples together tell (formats/flecs/README.md, 13). So that most units
/// need not be parsed for it, it looks for the names under which angles stand.
class AngleWatch {
 public:
  /// A bit for each of the names, or those of more than there are bits for together.
  std::uint32_t bits_of(std::span<const std::string_view> names);
  /// Whether one of the angles may be too large for radians: what stands under the names holds such
  /// a number, or one of the names is not there, as where values stand in the order of a query's
  /// terms. O(bytes of the unit).
  bool may_be_large(std::string_view unit, std::uint32_t bits) const;

 private:
  static constexpr std::size_t kMost = 31;
  static constexpr std::uint32_t kOthers = std::uint32_t{1} << kMost;

  std::vector<std::string> names_;
};

}  // namespace scrubjay::flecs
