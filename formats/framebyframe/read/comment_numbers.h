#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/recording.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/frame_parser.h"

namespace scrubjay::framebyframe {

/// A property that a comment names by its number.
struct NumberedProperty {
  FrameIndex frame;  ///< that holds it: the one shown, or an earlier one of another client
  EntityIndex entity;
  /// EventInfo::source_offset of the event that it belongs to; nothing: the entity's own.
  std::optional<std::uint64_t> event_offset;
  /// As CommentInfo::property; kNoProperty for the group that holds an event's properties.
  std::uint32_t node = CommentInfo::kNoProperty;
};

/// Finds properties by the numbers that the application gives them when it shows a frame, and that
/// comments hold (formats/framebyframe/README.md, 9.5). For frames whose rows in the index are
/// complete. Keeps the frames shown last, so numbers of one frame after the other are cheap; else
/// O(bytes of up to eleven frames).
class CommentNumbers {
 public:
  /// Frames of other clients so far back are shown together with a frame
  /// (formats/framebyframe/README.md, 11).
  static constexpr std::size_t kReach = 10;

  explicit CommentNumbers(const FileIndex& index) : index_(index), text_(index) {}

  /// `shown`, which must be in the index, is the frame that the comment is on; `number` its
  /// `propertyId`, from 1. Nothing when that frame shows fewer properties.
  std::optional<NumberedProperty> find(FrameIndex shown, std::uint64_t number);

 private:
  struct ShownFrame {
    FrameIndex index;
    ParsedFrame parsed;
    PropertyTree tree;
  };
  struct ShownEntity {
    std::size_t frame = 0;   ///< place in `frames_`
    std::size_t entity = 0;  ///< place in its ParsedFrame::entities
    std::uint64_t key = 0;   ///< combined id if it counts as an array's index, else kNoArrayKey
  };

  void show(FrameIndex frame);
  void add_frame(FrameIndex frame);

  const FileIndex& index_;
  FrameText text_;
  FrameParser parser_;
  FrameIndex shown_;
  std::size_t frame_count_ = 0;     ///< in use of `frames_`
  std::vector<ShownFrame> frames_;  ///< the one shown first
  std::vector<ShownEntity> entities_;
};

}  // namespace scrubjay::framebyframe
