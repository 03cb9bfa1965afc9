#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/tables/frame_rows.h"

namespace scrubjay::tables {

/// Rows of one table of one recording, in order, a batch at a time. Used by one thread.
class RowSource {
 public:
  virtual ~RowSource() = default;
  /// Null at the end. Valid until the next call.
  virtual const RowBatch* next() = 0;
};

/// Cursors that stay where they were used, for who asks for the same frames again.
class IdleCursors {
 public:
  /// One that is at that frame, else any, else a new one; what is wanted of it is what the request
  /// asks for, or more.
  std::unique_ptr<Cursor> borrow(const RowRequest& request, FrameIndex frame);
  void give_back(std::unique_ptr<Cursor> cursor);

 private:
  static constexpr std::size_t kMost = 4;
  std::vector<std::unique_ptr<Cursor>> idle_;  ///< the one given back last at the end
};

/// The rows that `request` asks for. Of frames only those are decoded that its filter leaves; the
/// first few on the calling thread, more of them on several threads, in order. Memory is bounded.
/// `is_stopped`, looked at between frames on any thread, ends the rows early.
std::unique_ptr<RowSource> open_rows(RowRequest request, IdleCursors& cursors,
                                     std::function<bool()> is_stopped);

/// Of a table that is not of frames.
std::unique_ptr<RowSource> open_index_rows(RowRequest request, IdleCursors& cursors);

/// Rows of several tables of frames, in one pass through the frames.
class FramePass {
 public:
  virtual ~FramePass() = default;
  /// Further rows of each table, maybe none of some; nothing at the end. Valid until the next call.
  virtual std::span<const RowBatch> next() = 0;
};

/// The rows that `requests` ask for: at least one, all of the same recording, in the same
/// coordinates, with the same filter. As open_rows(), with at most `threads` further ones.
std::unique_ptr<FramePass> open_frame_pass(std::vector<RowRequest> requests, IdleCursors& cursors,
                                           std::function<bool()> is_stopped, unsigned threads);

/// Frames [first, end).
struct FrameRun {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// The frames that a filter leaves: runs that are ascending and apart. Where the entities asked for
/// are all of one stream, that stream is `only`.
struct ChosenFrames {
  std::vector<FrameRun> runs;
  std::optional<StreamIndex> only;

  std::size_t count() const;
};
ChosenFrames choose_frames(const Recording& recording, const RowRequest& request);

}  // namespace scrubjay::tables
