#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/xrec/captured_events.h"
#include "formats/xrec/container.h"
#include "formats/xrec/event_list.h"
#include "formats/xrec/file_index.h"
#include "formats/xrec/recording_details.h"

namespace scrubjay::xrec {

/// The index pass over one file: reads every event once, in the file's order, then publishes
/// frames, entities and events in order of time. Nothing is published before the last packet was
/// read, since any packet may hold events of any time (xrec.md 2).
class Indexer {
 public:
  Indexer(FileIndex& index, RecordingBuilder& builder);

  /// The whole pass. The container stands before its first packet.
  void run(Container container, Problems problems);

 private:
  struct FrameRow {
    std::int64_t number = 0;
    double rtss = 0;           ///< the smallest of its events
    std::uint32_t packet = 0;  ///< where its first event is
    FrameIndex index;
  };
  /// An object's first event, or its children's.
  struct Begin {
    double rtss = 0;
    std::uint32_t frame = kNoFrame;  ///< row of frames_
  };
  static constexpr std::uint32_t kNoFrame = 0xFFFFFFFF;

  // Reading.
  void take(const Container::Step& step, Problems& problems);
  void take(const CapturedEvent& event, std::uint32_t packet);
  std::uint32_t frame_row(const CapturedEvent& event, std::uint32_t packet);
  std::uint32_t add_path(std::string_view path);
  void count_type(std::string_view type_name);
  void merge(std::uint32_t packet);
  void tell(Problems& problems);

  // Publishing.
  void finish(const Container& container);
  void begin_at(std::uint32_t entity, const Begin& begin);
  void begin_parents();
  std::vector<std::uint32_t> order_frames();
  void publish();
  void publish_events(std::span<const std::uint32_t> events, FrameIndex frame);
  void write_details(const Container& container);
  Seconds shown(double rtss) const;

  FileIndex& index_;
  RecordingBuilder& builder_;
  StreamIndex stream_;
  EventPacketReader reader_;
  PacketPaths packet_paths_;
  EventList events_;
  std::vector<FrameRow> frames_;
  std::unordered_map<std::int64_t, std::uint32_t> frame_rows_;
  std::uint32_t last_frame_ = kNoFrame;  ///< row of the event before
  std::vector<Begin> begins_;            ///< by entity
  PacketCounts counts_;
  /// Counters of the types met in this packet, by where their names are.
  std::vector<std::pair<const char*, std::uint64_t*>> packet_types_;
  std::uint64_t found_ = 0;  ///< bad ones included

  std::vector<Sample> samples_;  ///< of this packet
  State state_;                  ///< the merge of all packets so far
  std::uint32_t merged_ = 0;     ///< packets with samples
  double last_end_ = 0;
  bool is_in_order_ = true;  ///< packets with samples stand in order of their ends
};

}  // namespace scrubjay::xrec
