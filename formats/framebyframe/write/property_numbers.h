#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "formats/framebyframe/write/frame_writer.h"

namespace scrubjay::framebyframe {

// How comments name properties: by a number that the application gives to each property of what it
// shows at a frame (formats/framebyframe/README.md, 9.5).
//
//     entity 7    "properties" 1, its children 2, 3; "special" 4, its entries 5 .. 8;
//                 first event's group 9, its children 10, ...
//     entity 12   goes on with 11

/// Properties in `range`, as the format counts them: groups and what is in them, a shape or a table
/// as one.
std::uint32_t count_properties(const PropertyTree& tree, PropertyRange range);
/// How many of them stand before `node`, which is in the range.
std::uint32_t properties_before(const PropertyTree& tree, PropertyRange range,
                                PropertyTree::Node node);

/// What one frame has to number.
struct FrameCounts {
  struct Entity {
    std::int64_t id = 0;
    std::uint32_t properties = 0;
    std::vector<std::uint32_t> events;  ///< properties of each, its group not counted
  };
  std::int64_t client = 0;
  std::vector<Entity> entities;  ///< in the order written
};

FrameCounts count_properties(const WrittenFrame& frame);

/// One property of a frame.
struct PropertyPlace {
  std::int64_t client = 0;
  std::int64_t entity = 0;
  std::optional<std::size_t> event;  ///< of the entity's, in their order; none: its own property
  /// Properties of the entity before it; of the event, whose group is the first one.
  std::uint32_t before = 0;
};

/// Numbers properties of frames that come one after the other.
class PropertyNumbers {
 public:
  /// Frames of other clients so far back are shown together with a frame
  /// (formats/framebyframe/README.md, 11).
  static constexpr std::size_t kFramesBefore = 10;

  /// The next frame of `frameData`.
  void add(FrameCounts counts);
  /// The number of a property of the frame added last; nothing if that frame does not show it.
  std::optional<std::uint64_t> number(const PropertyPlace& place) const;

 private:
  /// The newest frame, and of other clients the last one within reach.
  std::vector<const FrameCounts*> shown() const;

  std::deque<FrameCounts> newest_first_;
};

/// The integer that a decimal text is; 0 where it is none.
std::int64_t integer_of(std::string_view text);
/// Entity and client in one number (formats/framebyframe/README.md, 11); nothing where that
/// overflows.
std::optional<std::int64_t> combined_id(std::int64_t entity, std::int64_t client);

}  // namespace scrubjay::framebyframe
