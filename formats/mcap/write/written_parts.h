#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/property_tree.h"
#include "formats/mcap/write/kind.h"

namespace scrubjay::mcap {

/// What became of properties that frame after frame has in common, so that it is not written again.
/// One a thread. Memory: `kMostBytes`, about.
class WrittenParts {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{2} << 20;

  struct Part {
    std::string bytes;
    const PropertyPlan* next = nullptr;  ///< which one is expected behind it
  };

  /// Before each frame. Where there are more of them than it holds, most stay for some frames.
  void begin() {
    constexpr std::uint32_t kFrames = 64;
    if (bytes_ < kMostBytes || ++full_frames_ < kFrames) return;
    full_frames_ = 0;
    bytes_ = 0;
    parts_.clear();
  }
  /// As part of a message of that plan; null where it was not added. Valid until `add` or `begin`.
  const Part* find(const PartOrigin& origin, const MessagePlan& plan) const {
    const auto found = parts_.find({origin, &plan});
    return found == parts_.end() ? nullptr : &found->second;
  }
  void add(const PartOrigin& origin, const MessagePlan& plan, Part part) {
    if (bytes_ >= kMostBytes) return;
    bytes_ += sizeof(Key) + sizeof(Part) + part.bytes.size();
    parts_.insert_or_assign({origin, &plan}, std::move(part));
  }

 private:
  struct Key {
    PartOrigin origin;
    const MessagePlan* plan = nullptr;

    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::uint64_t>()(key.origin.place * 0x9E3779B97F4A7C15) ^
             std::hash<const void*>()(key.plan);
    }
  };

  std::unordered_map<Key, Part, HashOfKey> parts_;
  std::size_t bytes_ = 0;
  std::uint32_t full_frames_ = 0;
};

}  // namespace scrubjay::mcap
