#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/number_text.h"
#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/json_tree.h"
#include "formats/colyseus/read/room_protocol.h"
#include "formats/colyseus/read/source.h"
#include "formats/json/json_token.h"
#include "formats/json/json_walker.h"

namespace scrubjay::colyseus {

namespace {

/// Of messages of a connection in which none has a time.
constexpr Seconds kNoTime = std::numeric_limits<Seconds>::quiet_NaN();

/// What of one log entry matters.
struct Socket {
  std::string url;
  std::string reply;  ///< the body of what is no websocket, where it is the matchmaker's
  std::vector<Record> records;
  bool is_websocket = false;
  bool has_messages = false;  ///< the member is there
};

std::string text_of(std::string_view inside) {
  std::string scratch;
  return std::string(unescaped(inside, scratch));
}

/// The value of a parameter of a URL's query, or "".
std::string query_parameter(std::string_view url, std::string_view name) {
  std::size_t at = url.find('?');
  while (at != std::string_view::npos) {
    const std::string_view rest = url.substr(at + 1);
    const std::string_view pair = rest.substr(0, rest.find('&'));
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
      return std::string(pair.substr(name.size() + 1));
    }
    at = url.find('&', at + 1);
  }
  return "";
}

/// Reads the entries one after the other, stepping over what does not matter.
class HarScan {
 public:
  HarScan(std::string_view text, Source& source)
      : scan_(text, text.starts_with("\xEF\xBB\xBF") ? 3 : 0), source_(source) {}

  /// False where the text ends early or is no JSON.
  bool run() {
    return scan_.members(
        [&](std::string_view key) { return key == "log" ? read_log() : scan_.pass_value(); });
  }

  std::vector<Socket> sockets;
  std::size_t offset() const { return scan_.at(); }

 private:
  bool read_log() {
    return scan_.members([&](std::string_view key) {
      if (key != "entries") return scan_.pass_value();
      return scan_.items([&] { return read_entry(); });
    });
  }

  bool read_entry() {
    socket_ = Socket();
    const bool is_whole = scan_.members([&](std::string_view key) {
      if (key == "_webSocketMessages") {
        socket_.has_messages = true;
        return scan_.items([&] { return read_message(); });
      }
      if (key == "_resourceType") {
        const auto type = scan_.value();
        if (type) socket_.is_websocket |= scan_.view(*type) == "\"websocket\"";
        return type.has_value();
      }
      if (key == "response" && is_matchmaking()) return read_response();
      return key == "request" ? read_request() : scan_.pass_value();
    });
    take_reservation();
    // Of an entry that is cut, what was read counts.
    if (socket_.has_messages) socket_.is_websocket = true;
    if (socket_.is_websocket) sockets.push_back(std::move(socket_));
    return is_whole;
  }

  bool read_request() {
    return scan_.members([&](std::string_view key) {
      if (key != "url") return scan_.pass_value();
      const auto url = scan_.string();
      if (!url) return false;
      socket_.url = text_of(*url);
      if (socket_.url.starts_with("ws:") || socket_.url.starts_with("wss:")) {
        socket_.is_websocket = true;
      }
      return true;
    });
  }

  /// Replies of the matchmaker reserve a session before it connects.
  bool is_matchmaking() const { return socket_.url.find("/matchmake/") != std::string::npos; }

  bool read_response() {
    return scan_.members([&](std::string_view key) {
      if (key != "content") return scan_.pass_value();
      return scan_.members([&](std::string_view member) {
        if (member != "text") return scan_.pass_value();
        const auto text = scan_.string();
        if (!text) return scan_.pass_value();
        if (text->size() <= limits::kMostReplyBytes) socket_.reply = text_of(*text);
        return true;
      });
    });
  }

  void take_reservation() {
    if (socket_.reply.empty()) return;
    const auto take = [&](std::string_view name, std::vector<std::string>& list) {
      std::string text = json_text_member(socket_.reply, name);
      if (!text.empty()) list.push_back(std::move(text));
    };
    take("sessionId", source_.reserved_sessions);
    take("reconnectionToken", source_.tokens);
  }

  /// One of _webSocketMessages (formats/colyseus/README.md, 8.1).
  bool read_message() {
    Record record{.offset = scan_.at(), .encoding = Encoding::base64};
    std::string_view type;
    std::string_view opcode;
    std::string_view time;
    const bool is_whole = scan_.members([&](std::string_view key) {
      if (key == "data") {
        const auto data = scan_.string();
        if (!data) return scan_.pass_value();
        record.data = static_cast<std::uint64_t>(data->data() - scan_.text().data());
        record.size = data->size();
        return true;
      }
      const auto value = scan_.value();
      if (!value) return false;
      if (key == "type") type = scan_.view(*value);
      if (key == "opcode") opcode = scan_.view(*value);
      if (key == "time") time = scan_.view(*value);
      return true;
    });
    if (!is_whole) return false;
    if (type == "\"error\"") {
      record.kind = RecordKind::failure;
    } else if (opcode == "2") {
      record.kind = type == "\"send\"" ? RecordKind::sent : RecordKind::received;
    } else {
      return true;
    }
    record.time = clock_of(time, record.offset);
    socket_.records.push_back(record);
    return true;
  }

  Seconds clock_of(std::string_view time, std::uint64_t offset) {
    if (socket_.records.empty()) {
      clock_ = Clock();
      is_timed_ = false;
    }
    const double given = number_from<double>(time).value_or(kNoTime);
    const Seconds taken = clock_.take(given, offset, source_.problems);
    if (is_timed_) return taken;
    is_timed_ = std::isfinite(given);
    if (!is_timed_) return kNoTime;
    // Those before it have no time of their own.
    for (Record& before : socket_.records) before.time = taken;
    return taken;
  }

  JsonWalker scan_;
  Source& source_;
  Socket socket_;
  Clock clock_;
  bool is_timed_ = false;  ///< a message of the socket has a time
};

/// Whether a socket speaks the room protocol: a JOIN_ROOM was received, or, where the recording
/// began too late for it, its URL is one of a room and states were received.
bool is_colyseus(const Socket& socket, RecordReader& reader) {
  const bool is_room = !query_parameter(socket.url, "sessionId").empty();
  for (const Record& record : socket.records) {
    if (record.kind != RecordKind::received) continue;
    const auto bytes = reader.read(record);
    if (!bytes || bytes->empty()) continue;
    const auto code = std::to_integer<std::uint8_t>(bytes->front());
    if (code == kJoinRoom && parse_join(bytes->subspan(1))) return true;
    const std::uint8_t plain = code & 0x1Fu;
    if (is_room && (plain == kRoomState || plain == kRoomStatePatch)) return true;
  }
  return false;
}

/// Whether the client sent its one byte for JOIN_ROOM (formats/colyseus/README.md, 7).
bool is_acknowledged(const Socket& socket, RecordReader& reader) {
  constexpr std::uint64_t kOneByte = 4;  // in base64
  return std::ranges::any_of(socket.records, [&](const Record& record) {
    if (record.kind != RecordKind::sent || record.size != kOneByte) return false;
    const auto bytes = reader.read(record);
    return bytes && bytes->size() == 1;
  });
}

/// Gives connections of the same room and session one stream.
class StreamFinder {
 public:
  explicit StreamFinder(Source& source) : source_(source) {}

  std::uint32_t stream_of(const Connection& connection) {
    const auto next = static_cast<std::uint32_t>(source_.stream_names.size());
    if (!connection.session.empty()) {
      const auto [known, is_new] =
          streams_.try_emplace({connection.room, connection.session}, next);
      if (!is_new) return known->second;
    }
    source_.stream_names.push_back(connection.session);
    return next;
  }

 private:
  Source& source_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> streams_;
};

void add_connections(std::vector<Socket>& sockets, Bytes file, Source& source) {
  RecordReader reader(file);
  StreamFinder streams(source);
  for (Socket& socket : sockets) {
    if (!is_colyseus(socket, reader)) continue;
    const auto row = static_cast<std::uint32_t>(source.connections.size());
    Connection& connection = source.connections.emplace_back();
    connection.room = socket.url.substr(0, socket.url.find('?'));
    connection.session = query_parameter(socket.url, "sessionId");
    source.tokens.push_back(query_parameter(socket.url, "reconnectionToken"));
    connection.is_acknowledged = is_acknowledged(socket, reader);
    connection.stream = streams.stream_of(connection);
    for (Record& record : socket.records) {
      record.connection = row;
      source.records.push_back(record);
    }
    socket.records = {};
  }
}

/// Zero is the earliest message of all connections (formats/colyseus/README.md, 8.1). Seconds since
/// 1970 have no more than microseconds; a difference of two would show the rest of their rounding.
void begin_at_zero(Source& source) {
  Seconds zero = kNoTime;
  for (const Record& record : source.records) zero = std::fmin(zero, record.time);
  if (std::isnan(zero)) zero = 0;
  for (Record& record : source.records) {
    if (std::isnan(record.time)) record.time = zero;
  }
  std::ranges::stable_sort(source.records, {}, &Record::time);
  for (Record& record : source.records) {
    record.time = std::round((record.time - zero) * 1e6) / 1e6;
  }
}

Problem nothing_found(const std::vector<Socket>& sockets) {
  const bool has_messages = std::ranges::any_of(sockets, &Socket::has_messages);
  if (!sockets.empty() && !has_messages) {
    return fatal_problem(code::kNoMessages, 0,
                         "The HAR file has websockets but not their messages: export it from "
                         "Chrome, Edge or another browser built on Chromium.");
  }
  return fatal_problem(code::kNotColyseus, 0,
                       "No websocket in the HAR file speaks the protocol of a Colyseus room.");
}

}  // namespace

Result<Source> read_har(Bytes file) {
  Source source{.container = Container::har};
  const std::string_view text = as_text(file);
  HarScan scan(text, source);
  const bool is_whole = scan.run();
  if (!is_whole) {
    source.is_complete = false;
    source.problems.push_back(
        make_problem(code::kBadJson, scan.offset(),
                     "The HAR file is not JSON, or is cut: what was read before is shown."));
  }
  add_connections(scan.sockets, file, source);
  if (source.connections.empty()) {
    if (is_whole || !scan.sockets.empty()) return failure(nothing_found(scan.sockets));
    return failure(fatal_problem(code::kBadJson, scan.offset(),
                                 "The HAR file is not JSON, or is cut before its first message."));
  }
  begin_at_zero(source);
  return source;
}

}  // namespace scrubjay::colyseus
