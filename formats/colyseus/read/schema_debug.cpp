#include <algorithm>
#include <map>
#include <string>

#include "formats/colyseus/read/source.h"

namespace scrubjay::colyseus {

namespace {

constexpr Seconds kStep = 0.05;  // formats/colyseus/README.md, 8.4

/// One line of a schema-debug.txt: what it is, whose, and where its bytes stand.
///     patch:nF1gKq_2Z:128,1,0,0,0
struct Line {
  RecordKind kind = RecordKind::comment;
  std::string_view session;
  std::string_view bytes;
};

std::optional<Line> parse_line(std::string_view text) {
  constexpr std::string_view kHandshake = "handshake:";
  Line line;
  if (text.starts_with(kHandshake)) {
    line.kind = RecordKind::handshake;
    line.bytes = text.substr(kHandshake.size());
    return line;
  }
  if (text.starts_with("state:")) {
    line.kind = RecordKind::full_state;
    text.remove_prefix(6);
  } else if (text.starts_with("patch:")) {
    line.kind = RecordKind::patch;
    text.remove_prefix(6);
  } else if (text.starts_with("#")) {
    text.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  line.session = text.substr(0, colon);
  line.bytes = text.substr(colon + 1);
  return line;
}

/// Gathers lines into streams, one a session.
class LineReader {
 public:
  LineReader(Bytes file, Source& source)
      : text_(reinterpret_cast<const char*>(file.data()), file.size()), source_(source) {}

  void read() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      std::string_view line = text_.substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      take(line, begin);
      begin = end + 1;
    }
    std::ranges::stable_sort(source_.records, {}, &Record::time);
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  void take(std::string_view text, std::size_t offset) {
    const auto line = parse_line(text);
    if (!line) return;
    Record record{
        .offset = offset,
        .data = static_cast<std::uint64_t>(line->bytes.data() - text_.data()),
        .size = line->bytes.size(),
        .kind = line->kind,
        .encoding = line->kind == RecordKind::comment ? Encoding::raw : Encoding::decimal};
    if (line->kind == RecordKind::handshake) {
      handshake_ = record;
      return;
    }
    const std::uint32_t connection = connection_of(line->session);
    give_handshake(connection);
    if (line->kind == RecordKind::patch) times_[connection] += kStep;
    add(record, connection);
  }

  std::uint32_t connection_of(std::string_view session) {
    const auto known = rows_.find(session);
    if (known != rows_.end()) return known->second;
    const auto row = static_cast<std::uint32_t>(source_.connections.size());
    rows_.emplace(session, row);
    Connection& connection = source_.connections.emplace_back();
    connection.session = session;
    connection.stream = row;
    source_.stream_names.emplace_back(session);
    times_.push_back(0);
    given_.push_back(kNone);
    return row;
  }

  /// All sessions share the newest handshake: each has it in front of its next line.
  void give_handshake(std::uint32_t connection) {
    if (!handshake_ || given_[connection] == handshake_->offset) return;
    given_[connection] = handshake_->offset;
    add(*handshake_, connection);
  }

  void add(Record record, std::uint32_t connection) {
    record.connection = connection;
    record.time = times_[connection];
    source_.records.push_back(record);
  }

  std::string_view text_;
  Source& source_;
  std::map<std::string, std::uint32_t, std::less<>> rows_;
  std::vector<Seconds> times_;        ///< by connection
  std::vector<std::uint64_t> given_;  ///< likewise: where its handshake stands
  std::optional<Record> handshake_;
};

}  // namespace

Result<Source> read_schema_debug(Bytes file) {
  Source source{.container = Container::schema_debug};
  source.metadata.emplace_back("time", "not recorded: 50 ms a patch");
  LineReader(file, source).read();
  return source;
}

}  // namespace scrubjay::colyseus
