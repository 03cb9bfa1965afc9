#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "core/text.h"
#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/packet_digest.h"

namespace scrubjay::xrec {

/// Hands frames, lives and events to the builder in order of time, as soon as it is known that no
/// packet can add to them any more (formats/xrec/README.md, 7.1). Memory grows with what waits for
/// that.
///
/// | event | name | tag |
/// | --- | --- | --- |
/// | ChapterEvent | the chapter's name | chapter |
/// | SceneGraphEvent | the ID of its action | its Type's label in lower case, else scene-graph |
/// | ClientEnterEvent | the client's name | client |
/// | any other | the type's last name part | the type's namespace |
class Publisher {
 public:
  /// Where an event is in the file's order.
  struct EventPlace {
    double rtss = 0;
    std::uint32_t packet = 0;
    std::uint32_t place = 0;
    auto operator<=>(const EventPlace&) const = default;
  };

  Publisher(FileIndex& index, RecordingBuilder& builder);

  /// The row of a path, which is the EntityIndex too; new ones are told to the builder.
  std::uint32_t add_path(std::string_view path);
  /// Events of a frame; `packet` is where they are.
  void take_frame(const PacketDigest::FrameRun& run, ByteRange packet);
  /// The entity has an event at `rtss` in that frame, of which take_frame() was told.
  void take_life(std::uint32_t entity, double rtss, std::int64_t frame);
  /// A listed event of a frame of which take_frame() was told; its entity is a row, or kNone.
  void take_event(const PacketDigest::Listed& event, std::uint32_t packet, std::uint32_t entity);

  /// Nothing will be told of times from `rtss` on, nor of frame numbers from `frame` on.
  void publish_before(double rtss, std::int64_t frame);
  /// Nothing will be told at all. The origin is known by now.
  void publish_all();

  /// The smallest time of a frame that is not published; 0 when there is none.
  double first_rtss() const;
  /// Names of the clients that entered, each once, in order.
  std::vector<std::string_view> clients() const;

 private:
  static constexpr std::uint32_t kNone = PacketDigest::kNone;

  struct WaitingEvent {
    EventPlace at;
    std::uint32_t entity = kNone;
    TextId name;
    TextId tag;
    std::uint32_t action = kNone;  ///< row of actions_
  };
  struct WaitingFrame {
    TimeRange rtss;
    ByteRange bytes;  ///< of the packet that names it first
    std::vector<WaitingEvent> events;
    std::vector<std::uint32_t> entities;  ///< whose life may begin in it
  };
  /// An object's first event, or its children's.
  struct Begin {
    double rtss = 0;
    std::int64_t frame = 0;
    bool is_known = false;
    bool is_told = false;
  };
  /// A scene-graph action that was initialized: it lasts until it is performed.
  struct Action {
    EventIndex event;  ///< once told
    double end_rtss = 0;
    bool has_ended = false;
  };
  struct ActionStep {
    EventPlace at;
    TextId name;
    std::uint32_t action = kNone;  ///< that begins; none: one ends
    bool operator>(const ActionStep& other) const { return at > other.at; }
  };
  using FrameKey = std::pair<double, std::int64_t>;  ///< its time, its number
  template <class T>
  using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<T>>;

  void take_action(const PacketDigest::Listed& event, WaitingEvent& row);
  void end_actions_before(double rtss);
  void end_action(std::uint32_t row, double rtss);
  void publish(std::int64_t number, WaitingFrame& frame);
  void publish_event(const WaitingEvent& event, std::uint32_t order);
  Seconds shown(double rtss) const;

  FileIndex& index_;
  RecordingBuilder& builder_;
  StreamIndex stream_;
  TextTable texts_;  ///< of events
  std::unordered_map<std::int64_t, WaitingFrame> frames_;
  LeastFirst<FrameKey> order_;  ///< of frames_; some are out of date
  std::vector<Begin> begins_;   ///< by entity
  std::vector<Action> actions_;
  LeastFirst<ActionStep> steps_;
  std::unordered_map<std::uint32_t, std::uint32_t> begun_;  ///< the last action of a name
  std::unordered_map<std::uint32_t, EventPlace> clients_;   ///< where a name comes first
};

}  // namespace scrubjay::xrec
