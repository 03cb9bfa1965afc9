#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/frame.h"
#include "formats/frame_encoder.h"
#include "formats/framebyframe/write/conversion_plan.h"
#include "formats/framebyframe/write/property_numbers.h"

namespace scrubjay::framebyframe {

struct FramePiece final : EncodedFrame {
  std::string text;  ///< the frame's object
  std::string scene;
  std::vector<std::string> resources;  ///< paths that its properties name, each once
  FrameCounts counts;                  ///< where there are comments to number
  std::vector<std::pair<CommentIndex, PropertyPlace>> comments;  ///< on what it holds
  LossCounts losses;

  WrittenFrame written;     ///< scratch
  PropertyTree tree;        ///< scratch of frames of other formats
  std::string server_time;  ///< scratch
};

/// Makes the text of frames. Safe to use from several threads.
class FrameMaker {
 public:
  explicit FrameMaker(const ConversionPlan& plan);

  /// Fills `piece` with the frame; returns its size in bytes.
  std::size_t make(const Frame& frame, FramePiece& piece) const;

 private:
  void find_resources(FramePiece& piece) const;
  void place_comments(const Frame& frame, FramePiece& piece) const;

  const ConversionPlan& plan_;
  std::vector<std::pair<FrameIndex, CommentIndex>> comments_;  ///< by the frame that holds it
};

// How `written` is filled: from a frame of this format as it is, or from one of another format.

void fill_from_native(const ConversionPlan& plan, const Frame& frame, FramePiece& piece);
void fill_from_other(const ConversionPlan& plan, const Frame& frame, FramePiece& piece);

/// Seconds since the stream's frame before; of its first frame, to the one after.
Seconds time_since_previous(const Timeline& timeline, FrameIndex frame);

}  // namespace scrubjay::framebyframe
