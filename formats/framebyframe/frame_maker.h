#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/frame.h"
#include "formats/framebyframe/property_numbers.h"
#include "formats/framebyframe/write_plan.h"
#include "formats/states/extension_writer.h"

namespace scrubjay::framebyframe {

/// A frame on its way from the worker that makes it to the file. Used again and again, with its
/// storage.
struct FramePiece {
  std::string text;  ///< the frame's object
  std::string scene;
  std::vector<EntityIndex> entities;   ///< written
  std::uint64_t events = 0;            ///< written
  std::vector<std::string> resources;  ///< paths that its properties name, each once
  FrameCounts counts;                  ///< where there are comments to number
  std::vector<std::pair<CommentIndex, PropertyPlace>> comments;  ///< on what it holds
  LossCounts losses;
  std::vector<Problem> problems;

  WrittenFrame written;     ///< scratch
  PropertyTree tree;        ///< scratch of frames of other formats
  std::string server_time;  ///< scratch
  states::ExtensionFrame extension;
};

/// Makes the text of frames. Safe to use from several threads.
class FrameMaker {
 public:
  /// `states` null: without what the format cannot say.
  FrameMaker(const WritePlan& plan, const states::WritePlan* states);

  /// Fills `piece` with the frame; returns its size in bytes.
  std::size_t make(const Frame& frame, FramePiece& piece) const;

 private:
  void find_resources(FramePiece& piece) const;
  void place_comments(const Frame& frame, FramePiece& piece) const;

  const WritePlan& plan_;
  const states::WritePlan* states_;
  std::vector<std::pair<FrameIndex, CommentIndex>> comments_;  ///< by the frame that holds it
};

// How `written` is filled: from a frame of this format as it is, or from one of another format.

void fill_from_native(const WritePlan& plan, const Frame& frame, FramePiece& piece);
void fill_from_other(const WritePlan& plan, const Frame& frame, FramePiece& piece);

/// Seconds since the stream's frame before; of its first frame, to the one after.
Seconds time_since_previous(const Timeline& timeline, FrameIndex frame);

}  // namespace scrubjay::framebyframe
