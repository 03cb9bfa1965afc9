#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text.h"
#include "core/timeline.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// The tag of events that begin a chapter.
inline constexpr std::string_view kChapterTag = "chapter";

/// What the index pass keeps of one event packet: found on any thread, since nothing in it depends
/// on another packet. Its size follows what the packet names and lists, not how many samples it
/// has. Used again with its storage.
struct PacketDigest {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Events of one frame that follow one another in the packet.
  struct FrameRun {
    std::int64_t number = 0;
    TimeRange rtss;
  };
  /// A path as the packet names it; the same one may stand twice.
  struct Path {
    std::string_view text;  ///< as recorded
    double first_rtss = 0;  ///< of its earliest event, by time, then by frame
    std::int64_t first_frame = 0;
    std::array<std::uint32_t, kChannels> samples{};
    std::array<std::uint32_t, kChannels> last{kNone, kNone, kNone};  ///< rows of `last`
  };
  /// An event that is listed: all but those that move objects (EventList says what name and tag
  /// are).
  struct Listed {
    double rtss = 0;
    std::int64_t frame = 0;
    std::uint32_t place = 0;
    std::uint32_t path = kNone;  ///< row of `paths`
    std::string_view name;
    std::string_view tag;
    EventKind kind = EventKind::other;
  };

  Container::Step step;
  std::uint64_t behind = 0;  ///< where the next packet's header begins
  Problems problems;
  bool is_read = false;     ///< the packet's events exist
  std::uint64_t found = 0;  ///< events, bad ones included
  std::uint64_t captured = 0;
  TimeRange rtss{1, 0};  ///< as PacketRow has it
  std::uint32_t sample_count = 0;
  std::vector<FrameRun> frames;
  std::vector<Path> paths;
  std::vector<Sample> last;  ///< each channel's last sample; `entity` is a row of `paths`
  std::vector<Listed> events;
  std::vector<std::pair<std::string_view, std::uint64_t>> types;  ///< how many of each
  TextTable texts;                                                ///< of all that

  void clear();
};

/// Makes digests. One per thread.
class PacketDigester {
 public:
  /// Fills `digest`, whose `step` and `problems` are as Container::walk() left them.
  void digest(PacketDigest& digest);

 private:
  void take(const CapturedEvent& event, PacketDigest& digest);
  void take_samples(const CapturedEvent& event, std::uint32_t path, PacketDigest& digest);
  void list(const CapturedEvent& event, std::uint32_t path, PacketDigest& digest);
  std::uint32_t path_row(const CapturedEvent& event, PacketDigest& digest);
  void count_type(std::string_view type_name, PacketDigest& digest);

  std::optional<EventPacketReader> reader_;
  std::vector<std::uint32_t> rows_;  ///< of paths, by string number
  std::unordered_map<std::string_view, std::uint32_t> inline_rows_;
  std::vector<const char*> types_;  ///< where the names of the digest's first types stand
  std::unordered_map<std::uint32_t, std::size_t> type_rows_;  ///< by text of the digest
  std::vector<Sample> samples_;
};

}  // namespace scrubjay::xrec
