#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/growing_column.h"
#include "core/ids.h"
#include "core/text.h"
#include "formats/colyseus/read/checkpoints.h"
#include "formats/colyseus/read/roles.h"
#include "formats/colyseus/read/room_protocol.h"
#include "formats/colyseus/read/secret_finder.h"
#include "formats/colyseus/read/source.h"

namespace scrubjay::colyseus {

/// Where a handshake stands, and how it is read.
struct HandshakePlace {
  std::uint32_t record = 0;
  std::uint32_t begin = 0;  ///< inside of the record's bytes
  std::uint32_t bytes = 0;
  Generation nested = Generation::v0_5;  ///< what generation 0 is read as
};

/// Types with what follows from them.
struct Types {
  Types(const HandshakePlace& of, std::uint32_t of_row, std::shared_ptr<const Schema> read,
        const Choices& choices)
      : place(of), row(of_row), schema(std::move(read)), roles(*schema, choices) {}
  HandshakePlace place;
  std::uint32_t row;  ///< of FileIndex::types
  std::shared_ptr<const Schema> schema;
  Roles roles;
};

/// What one record does to a stream's tree.
struct Step {
  enum class Kind : std::uint8_t {
    begin,    ///< a handshake: the tree is empty, its types are `types`
    restart,  ///< a full state on a new connection: the tree is emptied first
    change,
    resync,  ///< a full state of generation 5 over the tree that is there
  };
  Kind kind = Kind::change;
  std::uint32_t record = 0;
  std::uint32_t begin = 0;       ///< of the body inside of the record's bytes
  const Types* types = nullptr;  ///< lives as long as the index
  std::optional<ServerClock> clock = {};
};

/// Where a published frame comes from; its row is its FrameIndex.
struct FrameRow {
  static constexpr std::uint32_t kNoStep = 0xFFFFFFFF;

  std::uint32_t stream = 0;
  std::uint32_t step = 0;   ///< the last one that belongs to it; kNoStep: nothing to show
  std::uint32_t bytes = 0;  ///< of the message
  bool is_full = false;
};

/// What an event's properties are made of.
enum class EventKind : std::uint8_t {
  entity,    ///< added or removed: `from`
  moved,     ///< `from` and `to`
  message,   ///< type and one msgpack value, or nothing
  bytes,     ///< type and bytes
  whole,     ///< one msgpack value without a type
  instance,  ///< ROOM_DATA_SCHEMA
  request,
  response,
  replay,  ///< a message of a .colreplay
  note,
  comment,
  failure,  ///< of the connection
  error,    ///< of the room
  plain,    ///< its name says all
};

/// The place of an entity: in which collection of which other one, and where in it.
struct Place {
  std::uint64_t parent = 0;
  TextId collection;
  TextId key;  ///< none in lists
  std::uint32_t position = 0;

  bool operator==(const Place&) const = default;
};

/// Beside the recording's own row; its row is its EventIndex.
struct EventRow {
  EventKind kind = EventKind::plain;
  std::uint32_t record = 0;
  std::uint32_t begin = 0;  ///< of the message inside of the record's bytes
  const Types* types = nullptr;
  Place from;
  Place to;
};

/// What the index pass leaves for decoders beside the recording's own tables. Grows while decoders
/// of published frames read it.
struct FileIndex {
  FileIndex(Bytes bytes, Source read, Choices chosen)
      : file(bytes), source(std::move(read)), choices(std::move(chosen)) {
    for (std::size_t i = 0; i < source.stream_names.size(); ++i) {
      steps.push_back(std::make_unique<GrowingColumn<Step>>());
    }
  }

  Bytes file;
  Source source;  ///< does not change once there are frames
  Choices choices;
  std::vector<std::unique_ptr<GrowingColumn<Step>>> steps;  ///< by stream
  GrowingColumn<FrameRow> frames;
  GrowingColumn<EventRow> events;
  TextTable texts;  ///< names of collections and keys
  SecretFinder secrets;
  Checkpoints checkpoints;
  std::vector<std::unique_ptr<const Types>> types;  ///< not for decoders: it grows

  const Types* add_types(const HandshakePlace& place, std::shared_ptr<const Schema> schema) {
    const auto row = static_cast<std::uint32_t>(types.size());
    types.push_back(std::make_unique<const Types>(place, row, std::move(schema), choices));
    return types.back().get();
  }
};

}  // namespace scrubjay::colyseus
