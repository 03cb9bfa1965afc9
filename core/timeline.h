#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/growing_column.h"
#include "core/ids.h"

namespace scrubjay {

/// Where a frame's bytes are in the file: [begin, begin + size).
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// One source of frames inside a recording: a client, a server, a room.
struct Stream {
  std::string_view id;    ///< as the command line prints it
  std::string_view name;  ///< what people call it; may be empty
};

/// Closed range of time: both ends belong to it.
struct TimeRange {
  Seconds begin = 0;
  Seconds end = 0;

  Seconds length() const { return end - begin; }
  bool contains(Seconds t) const { return t >= begin && t <= end; }
  bool operator==(const TimeRange&) const = default;
};

/// A stretch of time in which a recording has no frames though it should, or a jump of the frame
/// number.
struct Gap {
  enum class Kind : std::uint8_t {
    pause,         ///< much longer between two frames than is usual in this stream
    interruption,  ///< frame numbers are missing
  };
  Kind kind = Kind::pause;
  FrameIndex before;          ///< the frame before the gap
  FrameIndex after;           ///< the first frame after it
  std::uint64_t missing = 0;  ///< frames between the two, by the usual step of the numbers
};

/// The frames of all streams as columns, in time order. One thread appends while others read; a
/// reader that took `size()` may read all rows below it without a lock.
class Timeline {
 public:
  std::size_t size() const { return times_.size(); }
  bool empty() const { return size() == 0; }

  Seconds time(FrameIndex frame) const { return times_[frame.value]; }
  /// The recording's own, which may be negative.
  std::int64_t number(FrameIndex frame) const { return numbers_[frame.value]; }
  ByteRange bytes(FrameIndex frame) const { return ranges_[frame.value]; }
  StreamIndex stream(FrameIndex frame) const {
    return StreamIndex(streams_of_frames_[frame.value]);
  }

  std::size_t stream_count() const { return streams_.size(); }
  const Stream& stream_info(StreamIndex stream) const { return streams_[stream.value].info; }
  std::size_t frame_count(StreamIndex stream) const { return streams_[stream.value].frames.size(); }
  /// The n-th frame of a stream, n below frame_count(stream).
  FrameIndex frame_of(StreamIndex stream, std::size_t n) const {
    return streams_[stream.value].frames[n];
  }
  /// How many frames of a stream come before `frame`, which may be another's or behind the last
  /// one. O(log n).
  std::size_t frames_before(StreamIndex stream, FrameIndex frame) const;
  /// The frame before one in its stream, or none. O(log n).
  FrameIndex frame_before(FrameIndex frame) const;

  /// First and last frame's time; {0, 0} when empty.
  TimeRange range() const;
  /// The last frame at or before `t`, the first frame when `t` lies before it, none when empty.
  /// O(log n).
  FrameIndex frame_at(Seconds t) const;
  /// The same among the frames of one stream; none when the stream has none.
  FrameIndex frame_at(StreamIndex stream, Seconds t) const;

  // For the one thread that indexes. At most limits::kMostStreams streams.
  StreamIndex add_stream(const Stream& stream);
  /// `time` must not be less than the last frame's.
  FrameIndex add_frame(Seconds time, std::int64_t number, ByteRange bytes, StreamIndex stream);

  std::size_t memory_bytes() const;

 private:
  struct StreamFrames {
    explicit StreamFrames(const Stream& stream) : info(stream) {}
    Stream info;
    GrowingColumn<FrameIndex> frames;
  };

  GrowingColumn<std::int64_t> numbers_;
  GrowingColumn<ByteRange> ranges_;
  GrowingColumn<std::uint16_t> streams_of_frames_;
  GrowingColumn<StreamFrames> streams_;
  GrowingColumn<Seconds>
      times_;  ///< appended after the other columns: its size publishes the frame
};

/// Pauses and missing numbers of each stream, in order of the frame after them. A pause is a step
/// of at least `least` seconds and at least ten times the stream's median step; where numbers rise
/// by more than their median step, it is an interruption. O(n), and O(g log g) for g gaps.
std::vector<Gap> find_gaps(const Timeline& timeline, Seconds least = 1.0);

}  // namespace scrubjay
