#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/property_tree.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

/// What became of records that hold from frame to frame, by their places in the file: it is copied
/// into each frame, which is several times faster than to read the record again. Memory: a few
/// times that of a frame's properties.
class StandingProperties {
 public:
  /// Before each frame. `last_frame`: how many properties the one before had. What was added until
  /// now must not be in use any more.
  void begin(VectorWidth width, std::size_t last_frame) {
    constexpr std::size_t kLeast = 4096;
    if (width == width_ && tree_.size() <= std::max(kLeast, 4 * last_frame)) return;
    width_ = width;
    tree_.clear();
    ranges_.clear();
  }
  /// Appends what `build(PropertyTree&)` makes of the record at `offset`. It is called only for
  /// records that are not known.
  template <class Build>
  void append(PropertyTree& out, std::uint64_t offset, Build build) {
    const auto [known, is_new] = ranges_.try_emplace(offset);
    if (is_new) {
      const PropertyTree::Node mark = tree_.size();
      build(tree_);
      known->second = tree_.since(mark);
    }
    out.append_shared(tree_, known->second);
  }

 private:
  VectorWidth width_ = VectorWidth::float32;
  PropertyTree tree_;
  std::unordered_map<std::uint64_t, PropertyRange> ranges_;
};

}  // namespace scrubjay::carla
