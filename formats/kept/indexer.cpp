#include "formats/kept/indexer.h"

#include <array>
#include <string>

#include "formats/kept/limits.h"
#include "formats/kept/packed_bytes.h"

namespace scrubjay::kept {

namespace {

std::string_view name_of(PacketKind kind) {
  constexpr std::array<std::string_view, kPacketKinds> kNames{
      "head", "frames", "rows", "file", "file content", "comment", "end mark"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

void Indexer::take(const std::optional<Packet>& packet, const PacketPlace& place) {
  if (packet && take_payload(*packet, place)) return;
  const std::string name = packet ? " (" + std::string(name_of(packet->kind)) + ")" : "";
  builder_.add_problem(damaged_packet(
      place.bytes.begin,
      "A packet of the recording that is kept" + name +
          " cannot be read, or names what is not there; what else is in it is lost."));
}

bool Indexer::take_payload(const Packet& packet, const PacketPlace& place) {
  switch (packet.kind) {
    case PacketKind::head:  // read when the file was opened
    case PacketKind::data: return true;
    case PacketKind::group: return take_group(packet.payload, place);
    case PacketKind::rows: return take_rows(packet.payload, place.bytes);
    case PacketKind::resource: return take_resource(packet.payload, place);
    case PacketKind::comment: return take_comment(packet.payload);
    case PacketKind::end:
      has_end_ = true;
      was_complete_ = FieldReader(packet.payload).little<std::uint8_t>() != 0;
      return true;
  }
  return false;
}

bool Indexer::take_group(Bytes payload, const PacketPlace& place) {
  FieldReader fields(payload);
  const auto first = fields.little<std::uint32_t>();
  const auto frames = fields.little<std::uint32_t>();
  return fields.ok() && frames > 0 && index_.add_group(place, first, frames);
}

bool Indexer::take_rows(Bytes payload, ByteRange place) {
  FieldReader head(payload);
  Next next;
  next.frame = head.little<std::uint32_t>();
  next.event = head.little<std::uint32_t>();
  next.entity = head.little<std::uint32_t>();
  if (!head.ok() || Unpacker().unpack(head.rest(), limits::kMostTableBytes, rows_) != nullptr)
    return false;
  FieldReader fields(rows_);
  bool is_good = true;
  while (is_good && !fields.at_end()) is_good = take_row(fields, next, place);
  return is_good;
}

bool Indexer::take_row(FieldReader& fields, Next& next, ByteRange place) {
  switch (static_cast<RowKind>(fields.little<std::uint8_t>())) {
    case RowKind::stream: {
      Stream stream;
      return fields.row(stream) && rebuilder_.add_stream(stream);
    }
    case RowKind::layer: {
      LayerInfo layer;
      if (fields.row(layer)) builder_.add_layer(layer.name);
      return fields.ok();
    }
    case RowKind::entity: {
      EntityInfo entity;
      return fields.row(entity) && rebuilder_.add_entity(next.entity++, entity);
    }
    case RowKind::lifetime: {
      Lifetime lifetime;
      return fields.row(lifetime) && rebuilder_.add_lifetime(lifetime);
    }
    case RowKind::event: {
      EventInfo event;
      return fields.row(event) && event.frame == FrameIndex(next.frame) &&
             rebuilder_.add_event(next.event++, next.event_of_frame++, event);
    }
    case RowKind::coordinates: {
      const auto system = CoordinateSystem::parse(fields.text());
      if (fields.ok() && system) rebuilder_.set_coordinates(*system);
      return fields.ok() && system;
    }
    case RowKind::frame: {
      FrameInfo frame;
      if (!fields.row(frame)) return false;
      const std::uint32_t row = next.frame++;
      frame.bytes = frame_bytes_ ? frame_bytes_(row, place) : place;
      next.event_of_frame = 0;
      frames_ = next.frame;
      return rebuilder_.add_frame(row, frame);
    }
  }
  return false;
}

bool Indexer::take_resource(Bytes payload, const PacketPlace& place) {
  FieldReader fields(payload);
  ResourceInfo resource;
  if (!fields.row(resource)) return false;
  resource.source_offset = place.bytes.begin;
  resource.source_size = place.bytes.size;
  index_.resources.append(place);
  builder_.add_resource(resource);
  return true;
}

bool Indexer::take_comment(Bytes payload) {
  FieldReader fields(payload);
  CommentInfo comment;
  if (!fields.row(comment)) return false;
  rebuilder_.add_comment(comment);
  return true;
}

void Indexer::finish(End end, std::uint64_t offset) {
  rebuilder_.finish();
  const bool is_cut = end == End::cut || (end == End::whole && !has_end_ && !builder_.cancelled());
  if (is_cut) {
    std::string message =
        "The recording that is kept has no end mark: its frames behind the last whole group are "
        "not shown.";
    if (!help_.empty()) message.append(" ").append(help_);
    builder_.add_problem({.severity = Severity::error,
                          .code = "cut-off",
                          .offset = offset,
                          .message = std::move(message)});
  }
  builder_.set_complete(has_end_ && was_complete_ && end == End::whole);
}

}  // namespace scrubjay::kept
