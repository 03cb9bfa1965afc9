#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "core/property_tree.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

/// What became of records that hold from frame to frame, by their places in the file: it is copied
/// into each frame, which is several times faster than to read the record again. Memory: a few
/// times that of a frame's properties.
class StandingProperties {
 public:
  /// Properties, and records, of which so many are kept whatever a frame has.
  static constexpr std::size_t kLeast = 4096;

  /// `source`: of the records' places, the same for all decoders of a recording.
  explicit StandingProperties(const void* source) : source_(source) {}

  /// Before each frame. What was appended until now must not be in use any more.
  void begin(VectorWidth width) {
    const std::size_t most = std::max(kLeast, 4 * std::exchange(appended_, 0));
    if (width == width_ && std::max<std::size_t>(tree_.size(), ranges_.size()) <= most) return;
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
    const std::uint64_t place = offset << 1 | (width_ == VectorWidth::float64 ? 1U : 0U);
    out.append_shared(tree_, known->second, {source_, place});
    appended_ += known->second.count;
  }

 private:
  const void* source_;
  VectorWidth width_ = VectorWidth::float32;
  PropertyTree tree_;
  std::unordered_map<std::uint64_t, PropertyRange> ranges_;
  std::size_t appended_ = 0;  ///< properties, to this frame
};

}  // namespace scrubjay::carla
