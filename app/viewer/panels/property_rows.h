#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/panels/work_budget.h"
#include "core/frame.h"
#include "core/property_tree.h"

namespace scrubjay {

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

/// One line of the property tree.
struct PropertyRow {
  PropertyTree::Node node = 0;
  std::uint64_t path_hash = 0;  ///< the same for the same path at every frame
  std::uint32_t children = 0;   ///< direct children of a container
  std::uint16_t depth = 0;
  bool is_open = false;
  bool is_changed = false;      ///< differs from the frame before, or is new in it
};

/// One line of several entities side by side: a path, and its node in each snapshot or kNoNode.
struct PinnedRow {
  std::string path;
  std::vector<PropertyTree::Node> nodes;
};

}  // namespace scrubjay
