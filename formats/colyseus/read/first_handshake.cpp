#include "formats/colyseus/read/first_handshake.h"

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/room_protocol.h"

namespace scrubjay::colyseus {

namespace {

/// What a record says about types.
struct Found {
  bool is_join = false;
  bool is_stateless = false;  ///< its room has no state that can be read
  Bytes handshake;
};

Found look(const Record& record, Bytes bytes) {
  const bool is_frame = record.kind == RecordKind::received ||
                        (record.kind == RecordKind::handshake && record.payload > 0);
  if (!is_frame) {
    if (record.kind != RecordKind::handshake) return {};
    return {.is_join = true, .is_stateless = false, .handshake = bytes};
  }
  if (bytes.empty() || bytes.front() != std::byte{kJoinRoom}) return {};
  const auto join = parse_join(bytes.subspan(1));
  if (!join) return {.is_join = true, .is_stateless = false, .handshake = bytes};
  return {.is_join = true,
          .is_stateless = join->serializer != Serializer::schema,
          .handshake = join->handshake};
}

}  // namespace

Result<std::shared_ptr<const Schema>> find_first_handshake(Bytes file, Source& source) {
  RecordReader reader(file);
  bool is_stateless = false;
  std::optional<Problem> bad;
  constexpr std::size_t kFew = 64;
  const auto has_record = [&](std::size_t i) {
    return i < source.records.size() ||
           (read_more(file, source, kFew) && i < source.records.size());
  };
  for (std::size_t i = 0; has_record(i); ++i) {
    const Record& record = source.records[i];
    if (record.kind != RecordKind::handshake && record.kind != RecordKind::received) continue;
    const auto bytes = reader.read(record);
    if (!bytes) continue;
    const Found found = look(record, *bytes);
    is_stateless |= found.is_stateless;
    if (!found.is_join || found.is_stateless || found.handshake.empty()) continue;
    auto schema = read_handshake(found.handshake, Generation::v0_5);
    if (schema) return std::move(*schema);
    if (!bad) {
      bad = schema.error();
      bad->offset = record.offset;
    }
  }
  if (is_stateless) return nullptr;
  if (bad) {
    bad->severity = Severity::fatal;
    return failure(std::move(*bad));
  }
  return failure(fatal_problem(
      code::kNoHandshake, 0,
      source.container == Container::har
          ? "No handshake was recorded: open the developer tools before the game connects."
          : "No handshake was recorded: the states cannot be read without it."));
}

}  // namespace scrubjay::colyseus
