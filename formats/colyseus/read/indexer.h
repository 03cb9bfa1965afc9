#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/colyseus/read/entity_tracker.h"
#include "formats/colyseus/read/state_machine.h"

namespace scrubjay::colyseus {

/// The index pass: takes every record once, in the order of time, applies states as they come and
/// publishes frames, entities and events.
class Indexer {
 public:
  Indexer(FileIndex& index, RecordingBuilder& builder);
  void run();

 private:
  /// One client's view of a room.
  struct Stream {
    State state;
    const Types* types = nullptr;
    std::vector<std::byte> handshake;  ///< the one that `types` are of
    std::unique_ptr<EntityTracker> entities;
    std::size_t records_left = 0;
    std::int64_t frames = 0;
    std::size_t bytes_since_checkpoint = 0;
    bool is_new_connection = false;  ///< the next full state begins anew
    bool has_full_state = false;
    bool is_joined = false;        ///< a handshake or JOIN_ROOM came
    bool is_unreadable = false;    ///< its handshake is bad or its serializer is not known
    bool lacks_handshake = false;  ///< states came without one
  };
  struct Room {
    RoomProtocol protocol;
    std::unordered_map<std::uint64_t, std::string> requests;  ///< types by id, unanswered
  };
  /// The record at hand.
  struct Item {
    const Record* record = nullptr;
    std::uint32_t row = 0;
    std::uint32_t stream = 0;
    Bytes bytes;
  };

  void take(std::uint32_t row);
  void take_record(const Item& item);
  void take_received(const Item& item);
  void take_packet(const Item& item, const Packet& packet);
  void take_sent(const Item& item);
  void take_join(const Item& item, Bytes body);
  void take_handshake_record(const Item& item);
  void take_handshake(const Item& item, Bytes handshake, Generation nested);
  void take_full_state(const Item& item, std::size_t begin, std::optional<ServerClock> clock);
  void take_patch(const Item& item, std::size_t begin, std::optional<ServerClock> clock);
  void apply(const Item& item, Step step, bool is_full);
  void take_response(const Item& item, const Packet& packet);
  void take_data(const Item& item, const Packet& packet, std::string_view prefix);
  void take_note(const Item& item);

  void add_event(const Item& item, EventKind kind, std::string name, std::string_view tag,
                 std::size_t begin = 0);
  void begin_connection(Stream& stream, const Item& item);
  void count(std::string_view kind) { ++messages_[std::string(kind)]; }
  void tell(const Item& item, const ProblemCode& code, std::string message);
  void finish();
  void write_details() const;
  Room& room(const Item& item) { return rooms_[item.record->connection]; }

  FileIndex& index_;
  RecordingBuilder& builder_;
  FrameQueue queue_;
  RecordReader reader_;
  StateMachine machine_;
  Problems problems_;
  std::vector<Stream> streams_;
  std::vector<Room> rooms_;
  std::map<std::string, std::uint64_t, std::less<>> messages_;
  std::uint64_t patches_ = 0;
  std::uint64_t bytes_ = 0;
  const Types* first_types_ = nullptr;
};

}  // namespace scrubjay::colyseus
