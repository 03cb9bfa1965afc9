#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/timeline.h"

namespace scrubjay::tables {

/// Which rows may be asked for. What it lets pass is looked at again by who asks: it may let pass
/// too much, never too little.
struct RowFilter {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  bool is_empty = false;  ///< no row at all
  std::uint64_t first_frame = 0;
  std::uint64_t last_frame = std::numeric_limits<std::uint64_t>::max();  ///< included
  TimeRange time{-kInfinity, kInfinity};
  // Sets, ascending; none: all.
  std::optional<std::vector<std::uint64_t>> frames = {};
  std::optional<std::vector<std::uint64_t>> entities = {};
  std::optional<std::vector<std::string>> paths = {};
  std::optional<std::vector<std::string>> names = {};  ///< of events
  std::optional<std::vector<std::string>> tags = {};
  std::optional<std::vector<std::string>> ids = {};  ///< of entities
  std::optional<double> radius = {};                 ///< of pairs

  bool passes_frame(std::uint64_t frame) const {
    return frame >= first_frame && frame <= last_frame &&
           (!frames || std::ranges::binary_search(*frames, frame));
  }
  bool passes_entity(EntityIndex entity) const {
    return !entities ||
           (entity.exists() && std::ranges::binary_search(*entities, std::uint64_t{entity.value}));
  }
  /// Whether recorded texts are told by this one: where rows show U+FFFD, other bytes may have been
  /// recorded.
  static bool is_as_recorded(std::string_view text) {
    return text.find("\xEF\xBF\xBD") == std::string_view::npos;
  }
  static bool passes(const std::optional<std::vector<std::string>>& set, std::string_view text) {
    return !set || std::ranges::binary_search(
                       *set, text, {}, [](const auto& one) { return std::string_view(one); });
  }
};

}  // namespace scrubjay::tables
