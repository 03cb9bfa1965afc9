#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/recording.h"
#include "formats/colyseus/read/file_index.h"

namespace scrubjay::colyseus {

/// An event that waits for its frame.
struct WaitingEvent {
  std::string name;
  std::string tag;
  Seconds time = 0;
  EntityIndex entity;
  EventRow row;
  EventRole role = EventRole::none;
};

/// Frames in the order of time, kept back until all events that are shown with them are known:
/// those up to the next frame of their stream.
class FrameQueue {
 public:
  FrameQueue(FileIndex& index, RecordingBuilder& builder, std::size_t streams)
      : index_(index), builder_(builder), newest_(streams), early_(streams), is_over_(streams) {}

  /// The frame that `add_frame` adds next.
  FrameIndex next() const { return FrameIndex(count_); }
  /// Adds a frame. Frames before it are published if nothing can come to them any more.
  void add_frame(std::uint32_t stream, Seconds time, std::int64_t number, ByteRange bytes,
                 const FrameRow& row);
  /// Adds an event to the stream's newest frame, or to its first one if it has none yet.
  void add_event(std::uint32_t stream, WaitingEvent event);
  /// Nothing more comes from the stream.
  void finish(std::uint32_t stream);
  /// Publishes everything. Events of streams without frames go to the last frame at or before
  /// them; where there is no frame at all, one without content is made for them.
  void finish_all();

 private:
  struct Waiting {
    Seconds time = 0;
    std::int64_t number = 0;
    ByteRange bytes;
    std::uint32_t stream = 0;
    FrameRow row;
    std::vector<WaitingEvent> events;
  };

  bool is_closed(std::size_t place) const;
  void publish_closed();
  void publish(Waiting& frame, FrameIndex index);
  void place_early_events();

  FileIndex& index_;
  RecordingBuilder& builder_;
  std::deque<Waiting> waiting_;
  std::size_t count_ = 0;                         ///< frames added so far
  std::vector<FrameIndex> newest_;                ///< by stream
  std::vector<std::vector<WaitingEvent>> early_;  ///< by stream, before its first frame
  std::vector<bool> is_over_;                     ///< by stream
  bool is_finished_ = false;
};

}  // namespace scrubjay::colyseus
