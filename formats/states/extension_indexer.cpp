#include "formats/states/extension_indexer.h"

#include <array>

#include "core/index_archive.h"
#include "formats/states/layout.h"
#include "formats/states/limits.h"
#include "formats/states/packed_bytes.h"

namespace scrubjay::states {

namespace {

std::string_view name_of(ExtensionKind kind) {
  constexpr std::array<std::string_view, kExtensionKinds> kNames{
      "head", "states", "tables", "file", "file content", "comment", "end mark"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

bool ExtensionIndex::save(IndexWriter& out) const {
  states.save(out);
  out.rows(resources, [&](const auto& place) { out(place); });
  return true;
}

bool ExtensionIndex::load(IndexReader& in) {
  if (!states.load(in)) return false;
  in.rows(resources, [&](auto& place) { in(place); });
  in.require(resources.size() == in.limits().resources);
  if (in.ok()) return true;
  states.clear();
  resources.clear();
  return false;
}

Problem extension_damage(std::uint64_t offset, std::string message) {
  return {.severity = Severity::error,
          .code = "bad-extension",
          .offset = offset,
          .message = std::move(message)};
}

void ExtensionIndexer::take(const std::optional<ExtensionPacket>& packet, ByteRange place) {
  if (packet && take_payload(*packet, place)) return;
  const std::string name = packet ? " (" + std::string(name_of(packet->kind)) + ")" : "";
  builder_.add_problem(extension_damage(
      place.begin, "A packet of Scrubjay's own" + name +
                       " cannot be read, or names what is not there; what else is in it is lost."));
}

bool ExtensionIndexer::take_payload(const ExtensionPacket& packet, ByteRange place) {
  switch (packet.kind) {
    case ExtensionKind::head:  // read when the file was opened
    case ExtensionKind::data: return true;
    case ExtensionKind::states: return take_states(packet.payload, place);
    case ExtensionKind::tables: return take_tables(packet.payload, place);
    case ExtensionKind::resource: return take_resource(packet.payload, place);
    case ExtensionKind::comment: return take_comment(packet.payload);
    case ExtensionKind::end:
      has_end_ = true;
      was_complete_ = ExtensionFields(packet.payload).little<std::uint8_t>() != 0;
      return true;
  }
  return false;
}

bool ExtensionIndexer::take_states(Bytes payload, ByteRange place) {
  ExtensionFields fields(payload);
  const auto first = fields.little<std::uint32_t>();
  const auto frames = fields.little<std::uint32_t>();
  return fields.ok() && frames > 0 && index_.states.add_group(place.begin, first, frames);
}

bool ExtensionIndexer::take_tables(Bytes payload, ByteRange place) {
  ExtensionFields head(payload);
  auto frame = head.little<std::uint32_t>();
  if (!head.ok() || Unpacker().unpack(head.rest(), limits::kMostTableBytes, tables_) != nullptr)
    return false;
  ExtensionFields fields(tables_);
  place_ = 0;
  bool is_good = true;
  while (is_good && !fields.at_end()) is_good = take_record(fields, frame, place);
  return is_good;
}

bool ExtensionIndexer::take_record(ExtensionFields& fields, std::uint32_t& frame, ByteRange place) {
  switch (static_cast<TableRecord>(fields.little<std::uint8_t>())) {
    case TableRecord::stream: {
      const std::uint32_t row = fields.row();
      const std::string_view id = fields.text();
      const std::string_view name = fields.text();
      return fields.ok() && rebuilder_.add_stream(row, id, name);
    }
    case TableRecord::layer: {
      const std::string_view name = fields.text();
      if (fields.ok()) builder_.add_layer(name);
      return fields.ok();
    }
    case TableRecord::entity: return take_entity(fields);
    case TableRecord::life: {
      const std::uint32_t entity = fields.row();
      const std::uint32_t first = fields.row();
      const std::int64_t last = fields.zigzag();
      return fields.ok() && last < 0xFFFFFFFF && rebuilder_.add_life(entity, first, last);
    }
    case TableRecord::event: return take_event(fields, frame);
    case TableRecord::frame: {
      Rebuilder::Frame read;
      read.row = frame;
      read.stream = fields.row();
      read.number = fields.varint();
      read.time = fields.little<double>();
      read.bytes = frame_bytes_(frame, place);
      place_ = 0;
      frames_ = ++frame;
      return fields.ok() && rebuilder_.add_frame(read);
    }
  }
  return false;
}

bool ExtensionIndexer::take_entity(ExtensionFields& fields) {
  Rebuilder::Entity entity;
  entity.row = fields.row();
  entity.id = fields.text();
  entity.name = fields.text();
  const auto kind = fields.little<std::uint8_t>();
  entity.kind = kind < kEntityKinds ? static_cast<EntityKind>(kind) : EntityKind::other;
  entity.is_background = fields.little<std::uint8_t>() != 0;
  entity.stream = fields.row();
  entity.parent = fields.maybe_row();
  return fields.ok() && rebuilder_.add_entity(entity);
}

bool ExtensionIndexer::take_event(ExtensionFields& fields, std::uint32_t frame) {
  Rebuilder::Event event;
  event.row = fields.row();
  event.frame = frame;
  event.place = place_++;
  event.name = fields.text();
  event.tag = fields.text();
  event.entity = fields.maybe_row();
  event.time = fields.little<double>();
  event.end = fields.little<double>();
  event.order = fields.row();
  return fields.ok() && rebuilder_.add_event(event);
}

bool ExtensionIndexer::take_resource(Bytes payload, ByteRange place) {
  ExtensionFields fields(payload);
  const std::string_view path = fields.text();
  const std::string_view type = fields.text();
  const std::uint64_t size = fields.varint();
  if (!fields.ok()) return false;
  index_.resources.append(place.begin);
  builder_.add_resource({.path = path,
                         .type = type,
                         .size_bytes = size,
                         .source_offset = place.begin,
                         .source_size = place.size});
  return true;
}

bool ExtensionIndexer::take_comment(Bytes payload) {
  ExtensionFields fields(payload);
  CommentInfo comment;
  comment.id = fields.text();
  comment.text = fields.text();
  comment.color = fields.text();
  const auto target = fields.little<std::uint8_t>();
  const auto frame = fields.maybe_row();
  const auto entity = fields.maybe_row();
  const auto event = fields.maybe_row();
  comment.property = fields.maybe_row().value_or(CommentInfo::kNoProperty);
  comment.x = fields.little<double>();
  comment.y = fields.little<double>();
  if (!fields.ok() || target > 2) return false;
  comment.target = static_cast<CommentInfo::Target>(target);
  rebuilder_.add_comment(comment, frame, entity, event);
  return true;
}

void ExtensionIndexer::finish(bool is_cut, std::uint64_t end, std::string_view format_title) {
  rebuilder_.finish();
  if (is_cut || (!has_end_ && !builder_.cancelled())) {
    builder_.add_problem({.severity = Severity::error,
                          .code = "cut-off",
                          .offset = end,
                          .message = "The recording has no end mark: frames behind the last whole "
                                     "group of Scrubjay's own packets are not shown. Read without "
                                     "the extension, what it says as " +
                                     std::string(format_title) + " shows them."});
  }
  builder_.set_complete(has_end_ && was_complete_ && !is_cut);
}

std::optional<const char*> read_states(const std::optional<ExtensionPacket>& packet,
                                       Unpacker& unpacker, std::vector<std::byte>& out) {
  constexpr std::size_t kHeadBytes = 8;  // first frame, frames
  const bool is_there = packet && packet->kind == ExtensionKind::states;
  if (!is_there || packet->payload.size() < kHeadBytes) return "their packet cannot be read";
  const char* error =
      unpacker.unpack(packet->payload.subspan(kHeadBytes), limits::kMostGroupBytes, out);
  return error == nullptr ? std::nullopt : std::optional<const char*>(error);
}

namespace {

Result<ResourceData> damaged_resource() {
  return failure({.severity = Severity::error,
                  .code = "resource-damaged",
                  .message = "The file that the recording carries cannot be read."});
}

}  // namespace

Result<ResourceData> read_extension_resource(
    const std::optional<ExtensionPacket>& packet,
    const std::function<std::optional<ExtensionPacket>()>& next) {
  if (!packet || packet->kind != ExtensionKind::resource) return damaged_resource();
  ExtensionFields fields(packet->payload);
  fields.text();
  fields.text();
  fields.varint();
  const bool has_content = fields.little<std::uint8_t>() != 0;
  const std::uint64_t size = fields.varint();
  ResourceData data;
  data.type = fields.text();
  data.width = fields.row();
  data.height = fields.row();
  if (!fields.ok()) return damaged_resource();
  if (!has_content) {
    return failure({.severity = Severity::note,
                    .code = "resource-missing",
                    .message = "The recording only names this file."});
  }
  while (data.bytes.size() < size) {
    const auto piece = next();
    if (!piece || piece->kind != ExtensionKind::data) break;
    data.bytes.insert(data.bytes.end(), piece->payload.begin(), piece->payload.end());
  }
  if (data.bytes.size() != size) return damaged_resource();
  return data;
}

}  // namespace scrubjay::states
