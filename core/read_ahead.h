#pragma once

#include <cstdint>
#include <functional>

#include "core/recording.h"

namespace scrubjay {

/// Has the bytes of the frames that come next read from the disk before they are asked for, in the
/// direction in which the playhead goes. For the thread that decodes: asking may take a moment, and
/// waits for no disk.
///
///     playhead going on      shown | asked for, at most kWindowBytes          |
///                            ------+------------------------------------------>  frames
///     half of it is used up:  asks for what follows, so that requests stay large and rare
class ReadAhead {
 public:
  static constexpr std::uint64_t kWindowBytes = std::uint64_t{8} << 20;
  /// Frames that are looked at in one direction, however small they are.
  static constexpr std::uint32_t kMostFrames = 4096;
  /// Ranges with less between them are asked for as one.
  static constexpr std::uint64_t kMostGap = std::uint64_t{64} << 10;

  /// Asks the system for bytes of the recording's file.
  using Ask = std::function<void(std::uint64_t begin, std::uint64_t size)>;

  /// `recording` must outlive this. Asks its file where no `ask` is given.
  explicit ReadAhead(const Recording& recording, Ask ask = {});

  /// This frame is shown now. O(frames asked for).
  void shown(FrameIndex frame);

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  bool is_on_the_way(std::uint32_t frame) const;
  std::uint32_t distance(std::uint32_t frame) const;
  std::uint64_t bytes_ahead(std::uint32_t frame) const;
  void extend(std::uint32_t frame, std::uint64_t have);
  void add(ByteRange bytes, Range& run) const;
  void ask_for(const Range& run) const;

  const Recording& recording_;
  Ask ask_;
  FrameIndex last_;          ///< shown last
  int direction_ = 0;        ///< 1 forward, -1 backward, 0 not known
  std::uint32_t asked_ = 0;  ///< the last frame asked for, in that direction
};

}  // namespace scrubjay
