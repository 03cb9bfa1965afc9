#include "formats/colyseus/read/nested_dialect.h"

#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/nested_reader.h"

namespace scrubjay::colyseus {

namespace {

/// The first part of a version that tells: "0.4.61", protocol "0.10".
std::optional<Generation> told(const Source& source) {
  for (const std::string_view old : {"0.1.", "0.2.", "0.3.", "0.4."}) {
    if (source.schema.starts_with(old)) return Generation::v0_4;
  }
  if (!source.schema.empty()) return Generation::v0_5;
  if (source.protocol.starts_with("0.10")) return Generation::v0_4;
  if (!source.protocol.empty()) return Generation::v0_5;
  return std::nullopt;
}

/// How many of the messages behind the handshake cannot be read.
std::size_t count_malformed(const FileIndex& index, std::uint32_t record, const Schema& schema) {
  State state;
  state.reset(schema);
  NestedReader reader;
  RecordReader bytes(index.file);
  std::size_t malformed = 0;
  std::size_t messages = 0;
  const std::vector<Record>& records = index.source.records;
  for (std::size_t i = record + std::size_t{1};
       i < records.size() && messages < limits::kMostTriedMessages; ++i) {
    if (records[i].connection != records[record].connection) continue;
    if (records[i].kind == RecordKind::handshake) break;
    if (records[i].kind != RecordKind::full_state && records[i].kind != RecordKind::patch) continue;
    const auto body = bytes.read(records[i]);
    if (!body) continue;
    Problems problems;
    reader.apply(state, body->subspan(records[i].payload), &problems);
    ++messages;
    if (!problems.empty()) ++malformed;
  }
  return malformed;
}

}  // namespace

Generation nested_dialect(const FileIndex& index, std::uint32_t record, Bytes handshake) {
  const auto generation = generation_of_handshake(handshake);
  if (!generation || !is_nested(*generation)) return Generation::v0_5;
  if (const auto known = told(index.source)) return *known;
  const auto newer = read_handshake(handshake, Generation::v0_5);
  const auto older = read_handshake(handshake, Generation::v0_4);
  if (!newer || !older) return Generation::v0_5;
  const std::size_t malformed = count_malformed(index, record, **newer);
  if (malformed == 0) return Generation::v0_5;
  return count_malformed(index, record, **older) < malformed ? Generation::v0_4 : Generation::v0_5;
}

}  // namespace scrubjay::colyseus
