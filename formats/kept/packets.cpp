#include "formats/kept/packets.h"

#include <algorithm>

#include "core/little_bytes.h"
#include "formats/format_writer.h"
#include "formats/kept/varint.h"

namespace scrubjay::kept {

bool is_shown(const ReadOptions& options) {
  return std::ranges::none_of(options, [](const auto& option) {
    return option.first == kReadOption.name && option.second == kReadValues[1];
  });
}

ReadOptions not_shown() { return {{std::string(kReadOption.name), std::string(kReadValues[1])}}; }

bool is_kept(const WriteRequest& request) {
  return chosen_value(kWriteOption, request.options) == kWriteValues[0];
}

std::optional<Packet> packet_of(Bytes kind_and_payload) {
  if (kind_and_payload.empty()) return std::nullopt;
  const auto kind = static_cast<std::uint8_t>(kind_and_payload[0]);
  if (kind >= kPacketKinds) return std::nullopt;
  return Packet{static_cast<PacketKind>(kind), kind_and_payload.subspan(1)};
}

std::optional<Head> read_head(const std::optional<Packet>& packet) {
  if (!packet || packet->kind != PacketKind::head) return std::nullopt;
  FieldReader fields(packet->payload);
  if (fields.little<std::uint8_t>() != kVersion) return std::nullopt;
  Head head;
  head.recording.format = fields.text();
  const auto source = CoordinateSystem::parse(fields.text());
  const auto own = CoordinateSystem::parse(fields.text());
  if (!source || !own) return std::nullopt;
  head.recording.coordinates = *source;
  head.coordinates = *own;
  for (std::uint64_t left = fields.number(); left > 0 && fields.ok(); --left) {
    fields.row(head.metadata.emplace_back());
  }
  if (!fields.ok()) return std::nullopt;
  return head;
}

void set_info(Head head, RecordingInfo& info) {
  info.coordinates = head.coordinates;
  info.metadata = std::move(head.metadata);
  info.kept = std::move(head.recording);
  if (info.kept->format.empty()) info.kept = KeptRecording{info.format, info.coordinates};
}

Problem damaged_packet(std::uint64_t offset, std::string message) {
  return {.severity = Severity::error,
          .code = "bad-kept",
          .offset = offset,
          .message = std::move(message)};
}

void FieldWriter::put(std::string_view text) {
  put_varint(out_, text.size());
  put_bytes(out_, std::as_bytes(std::span(text)));
}
void FieldWriter::put(double number) { put_little(out_, number); }
void FieldWriter::put(std::uint64_t number) { put_varint(out_, number); }

std::uint64_t FieldReader::number() { return value(read_varint(reader_)); }

std::string_view FieldReader::text() { return value(reader_.text(number())); }

Bytes FieldReader::rest() { return reader_.bytes(reader_.left()).value_or(Bytes()); }

}  // namespace scrubjay::kept
