#include <string>

#include "formats/colyseus/read/json_tree.h"
#include "formats/colyseus/read/source.h"
#include "formats/colyseus/read/varint.h"

namespace scrubjay::colyseus {

namespace {

// formats/colyseus/README.md, 8.3.
constexpr std::size_t kReplayMagicBytes = 4;
constexpr std::uint8_t kReplayVersion = 1;
constexpr std::uint8_t kMessageKind = 3;

bool skip_sized(ByteReader& bytes) {
  const auto size = read_varint(bytes);
  return size && bytes.skip(*size);
}

bool skip_message(ByteReader& bytes) {
  const auto tag = bytes.little<std::uint8_t>();
  if (!tag || *tag > 1) return false;
  if (*tag == 0 ? !read_varint(bytes) : !skip_sized(bytes)) return false;
  const auto encoding = bytes.little<std::uint8_t>();
  if (!encoding || *encoding > 2) return false;
  return *encoding == 2 || skip_sized(bytes);
}

bool read_state(ByteReader& bytes, std::uint8_t kind, Record& record) {
  const auto payload = read_varint(bytes);
  const auto size = read_varint(bytes);
  if (!payload || !size || *payload > *size || *size > 0xFFFFFFFF) return false;
  record.kind = kind == 0   ? RecordKind::handshake
                : kind == 1 ? RecordKind::full_state
                            : RecordKind::patch;
  record.payload = static_cast<std::uint32_t>(*payload);
  record.data = bytes.offset();
  record.size = *size;
  return bytes.skip(*size);
}

enum class ReplayStep : std::uint8_t { record, cut, unknown };

ReplayStep read_record(ByteReader& bytes, std::uint64_t& milliseconds, Record& record) {
  record.offset = bytes.offset();
  const auto kind = bytes.little<std::uint8_t>();
  if (kind && *kind > kMessageKind) return ReplayStep::unknown;
  const auto dt = read_varint(bytes);
  if (!kind || !dt) return ReplayStep::cut;
  milliseconds += *dt;
  record.time = static_cast<double>(milliseconds) / 1000.0;
  if (*kind != kMessageKind) {
    return read_state(bytes, *kind, record) ? ReplayStep::record : ReplayStep::cut;
  }
  record.kind = RecordKind::replay_message;
  record.data = bytes.offset();
  if (!skip_message(bytes)) return ReplayStep::cut;
  record.size = bytes.offset() - record.data;
  return ReplayStep::record;
}

/// The bytes between the header and the optional end.
Bytes without_end(Bytes file) {
  constexpr std::string_view kEndMark = "CLTR";
  constexpr std::size_t kEndBytes = 8;
  if (file.size() < kEndBytes) return file;
  ByteReader end(file.last(kEndBytes));
  const auto size = end.little<std::uint32_t>();
  if (end.text(kEndMark.size()) != kEndMark || *size > file.size() - kEndBytes) return file;
  return file.first(file.size() - kEndBytes - *size);
}

Problem bad_replay_header(std::string expected, std::uint64_t size) {
  Problem problem = fatal_problem(code::kBadHeader, 0, "The header of the replay is not whole.");
  problem.expected = std::move(expected);
  problem.found = "a file of " + std::to_string(size) + " bytes";
  return problem;
}

}  // namespace

Result<Source> read_colreplay(Bytes file) {
  Source source{.container = Container::colreplay};
  ByteReader bytes(without_end(file));
  bytes.skip(kReplayMagicBytes);
  const auto version = bytes.little<std::uint8_t>();
  if (!version) return failure(bad_replay_header("a header of 9 bytes", file.size()));
  if (*version != kReplayVersion) {
    Problem problem = fatal_problem(code::kUnsupportedVersion, kReplayMagicBytes,
                                    "The replay is of a version that is not known.");
    problem.expected = "version 1";
    problem.found = "version " + std::to_string(*version);
    return failure(std::move(problem));
  }
  const auto metadata_size = bytes.little<std::uint32_t>();
  if (!metadata_size) return failure(bad_replay_header("a header of 9 bytes", file.size()));
  const std::uint64_t at = bytes.offset();
  const auto metadata = bytes.text(*metadata_size);
  if (!metadata) {
    return failure(
        bad_replay_header(std::to_string(*metadata_size) + " bytes of metadata", file.size()));
  }
  read_metadata(*metadata, at, source);
  source.connections.emplace_back().session = take_session(source);
  source.stream_names.push_back(source.connections[0].session);
  source.scan.next = bytes.offset();
  source.scan.is_over = bytes.at_end();
  return source;
}

void read_colreplay_record(Bytes file, Source& source) {
  RecordScan& scan = source.scan;
  ByteReader bytes(without_end(file));
  bytes.skip(scan.next);
  Record record;
  const ReplayStep step = read_record(bytes, scan.milliseconds, record);
  if (step != ReplayStep::record) {
    source.is_complete = false;
    source.problems.push_back(
        make_problem(code::kCutOff, record.offset,
                     step == ReplayStep::cut
                         ? "The file ends inside of a record: what is before it is shown."
                         : "A record is of an unknown kind, whose size nobody knows: what is "
                           "before it is shown."));
    scan.is_over = true;
    return;
  }
  record.time = scan.clock.take(record.time, record.offset, source.problems);
  source.records.push_back(record);
  scan.next = bytes.offset();
  scan.is_over = bytes.at_end();
}

}  // namespace scrubjay::colyseus
