#include <string>

#include "formats/colyseus/read/json_tree.h"
#include "formats/colyseus/read/source.h"

namespace scrubjay::colyseus {

namespace {

// formats/colyseus/README.md, 8.2.
constexpr std::size_t kMagicBytes = 8;
constexpr std::uint32_t kVersion = 1;
constexpr std::uint8_t kKinds = 7;

Problem bad_header(std::string expected, std::uint64_t size) {
  Problem problem = fatal_problem(code::kBadHeader, 0, "The header of the capture is not whole.");
  problem.expected = std::move(expected);
  problem.found = "a file of " + std::to_string(size) + " bytes";
  return problem;
}

RecordKind kind_of(std::uint8_t kind) {
  constexpr RecordKind kOrder[kKinds] = {
      RecordKind::handshake, RecordKind::full_state, RecordKind::patch, RecordKind::message,
      RecordKind::received,  RecordKind::sent,       RecordKind::note};
  return kOrder[kind];
}

/// False where the file ends inside of a record.
bool read_record(ByteReader& bytes, Source& source) {
  Record record{.offset = bytes.offset()};
  const auto time = bytes.little<double>();
  const auto kind = bytes.little<std::uint8_t>();
  const auto size = bytes.little<std::uint32_t>();
  if (!time || !kind || !size) return false;
  record.data = bytes.offset();
  record.size = *size;
  if (!bytes.skip(*size)) return false;
  if (*kind >= kKinds) {
    fold_into(source.problems, make_problem(code::kUnknownRecord, record.offset,
                                            "A record of an unknown kind is skipped."));
    return true;
  }
  record.kind = kind_of(*kind);
  record.time = source.scan.clock.take(*time, record.offset, source.problems);
  source.records.push_back(record);
  return true;
}

}  // namespace

Result<Source> read_capture(Bytes file) {
  Source source{.container = Container::capture};
  ByteReader bytes(file);
  bytes.skip(kMagicBytes);
  const auto version = bytes.little<std::uint32_t>();
  const auto metadata_size = bytes.little<std::uint32_t>();
  if (!version || !metadata_size) return failure(bad_header("a header of 16 bytes", file.size()));
  if (*version != kVersion) {
    Problem problem = fatal_problem(code::kUnsupportedVersion, kMagicBytes,
                                    "The capture is of a version that is not known.");
    problem.expected = "version 1";
    problem.found = "version " + std::to_string(*version);
    return failure(std::move(problem));
  }
  const std::uint64_t at = bytes.offset();
  const auto metadata = bytes.text(*metadata_size);
  if (!metadata) {
    return failure(bad_header(std::to_string(*metadata_size) + " bytes of metadata", file.size()));
  }
  source.connections.emplace_back();
  read_metadata(*metadata, at, source);
  source.connections[0].session = take_session(source);
  source.stream_names.push_back(source.connections[0].session);
  source.scan.next = bytes.offset();
  source.scan.is_over = bytes.at_end();
  return source;
}

void read_capture_record(Bytes file, Source& source) {
  RecordScan& scan = source.scan;
  ByteReader bytes(file);
  bytes.skip(scan.next);
  if (!read_record(bytes, source)) {
    source.is_complete = false;
    source.problems.push_back(make_problem(code::kCutOff, scan.next,
                                           "The file ends inside of a record: what is before it is "
                                           "shown."));
    scan.is_over = true;
    return;
  }
  scan.next = bytes.offset();
  scan.is_over = bytes.at_end();
}

}  // namespace scrubjay::colyseus
