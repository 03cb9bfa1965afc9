#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/byte_reader.h"
#include "core/ids.h"
#include "formats/colyseus/read/problems.h"

namespace scrubjay::colyseus {

/// The files that traffic is kept in (formats/colyseus/README.md, 8).
enum class Container : std::uint8_t { capture, har, colreplay, schema_debug };

/// "capture", "har", "colreplay", "schema-debug".
std::string_view to_text(Container container);

/// What a record is, as its container says.
enum class RecordKind : std::uint8_t {
  handshake,       ///< bare
  full_state,      ///< body of ROOM_STATE
  patch,           ///< body of ROOM_STATE_PATCH
  message,         ///< body of ROOM_DATA as from 0.13 on
  received,        ///< a whole websocket frame from the server
  sent,            ///< a whole websocket frame to the server
  note,            ///< JSON of the one who recorded
  comment,         ///< text of the one who recorded
  failure,         ///< the connection failed; text
  replay_message,  ///< a message of a .colreplay: tag, type, encoding, value (8.3)
};

/// How a record's bytes stand in the file.
enum class Encoding : std::uint8_t { raw, base64, decimal };

/// One message as it stands in the file.
struct Record {
  Seconds time = 0;              ///< since the recording's zero, never less than of the one before
  std::uint64_t offset = 0;      ///< of its header or object: what problems name
  std::uint64_t data = 0;        ///< where its bytes stand
  std::uint64_t size = 0;        ///< of what stands there
  std::uint32_t payload = 0;     ///< of a .colreplay: where the state begins in its frame
  std::uint32_t connection = 0;  ///< row of Source::connections
  RecordKind kind = RecordKind::received;
  Encoding encoding = Encoding::raw;
};

/// One connection of a client to a room.
struct Connection {
  std::string room;     ///< what tells rooms apart; may be empty
  std::string session;  ///< a secret while the room lives
  std::uint32_t stream = 0;
  /// The client sent its one byte for JOIN_ROOM (formats/colyseus/README.md, 7).
  bool is_acknowledged = false;
};

/// Makes times that are no numbers or go back those of the record before
/// (formats/colyseus/README.md, 10).
class Clock {
 public:
  Seconds take(Seconds time, std::uint64_t offset, std::vector<Problem>& problems);

 private:
  std::optional<Seconds> last_;
};

/// How far a file was read whose records stand one after the other.
struct RecordScan {
  std::uint64_t next = 0;          ///< where the next record begins
  std::uint64_t milliseconds = 0;  ///< of the record before, in a .colreplay
  Clock clock = {};
  bool is_over = true;  ///< all records that the file has are there
};

/// All traffic of a file in the order of time, not yet understood.
struct Source {
  Container container = Container::capture;
  std::vector<Record> records = {};  ///< as far as `scan` came
  RecordScan scan = {};
  std::vector<Connection> connections = {};
  std::vector<std::string> stream_names = {};
  std::vector<std::string> reserved_sessions = {};  ///< that replies of the matchmaker name
  std::vector<std::string> tokens = {};             ///< of reconnections, as URLs and replies say
  std::vector<std::pair<std::string, std::string>> metadata = {};
  std::string room = {};      ///< its name; may be empty
  std::string schema = {};    ///< version of the package; may be empty
  std::string protocol = {};  ///< of the server; may be empty
  std::vector<Problem> problems = {};
  bool is_complete = true;
};

/// What makes a Source of a file's bytes. Of the first two only the head is read. Errors: those of
/// formats/colyseus/README.md, 10 that are fatal.
Result<Source> read_capture(Bytes file);
Result<Source> read_colreplay(Bytes file);
Result<Source> read_schema_debug(Bytes file);
Result<Source> read_har(Bytes file);

/// Whether the records of such a file are read after its head, by `read_more`.
constexpr bool is_read_step_by_step(Container container) {
  return container == Container::capture || container == Container::colreplay;
}
/// Reads up to `most` more records. False, with nothing done, where all of them are there.
bool read_more(Bytes file, Source& source, std::size_t most);
/// What reads one more; at the end of the file, or behind what nobody can read, the scan is over.
void read_capture_record(Bytes file, Source& source);
void read_colreplay_record(Bytes file, Source& source);

/// Gives the bytes of records. One per thread.
class RecordReader {
 public:
  explicit RecordReader(Bytes file) : file_(file) {}

  /// Valid until the next call. Errors: bad_base64, or bad_value where decimal numbers are none.
  std::expected<Bytes, ProblemCode> read(const Record& record);

 private:
  std::expected<Bytes, ProblemCode> read_base64(std::string_view text);
  std::expected<Bytes, ProblemCode> read_decimals(std::string_view text);

  Bytes file_;
  std::vector<std::byte> bytes_;
  std::string unescaped_;
};

}  // namespace scrubjay::colyseus
