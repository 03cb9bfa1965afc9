#include "formats/carla/extension_indexer.h"

#include <algorithm>

#include "formats/carla/layout.h"
#include "formats/states/layout.h"
#include "formats/states/packed_bytes.h"

namespace scrubjay::carla {

namespace {

constexpr std::uint64_t kProgressBytes = 1 << 20;

Problem damage(std::uint64_t offset, std::string message) {
  return {.severity = Severity::error,
          .code = "bad-extension",
          .offset = offset,
          .message = std::move(message)};
}

std::string_view name_of(ExtensionKind kind) {
  constexpr std::array<std::string_view, kExtensionKinds> kNames{
      "head", "states", "tables", "file", "file content", "comment", "end mark"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

ExtensionIndexer::ExtensionIndexer(Bytes file, std::uint64_t from, std::uint16_t header_version,
                                   ExtensionIndex& index, RecordingBuilder& builder)
    : index_(index),
      builder_(builder),
      walker_(file, from, file.size()),
      header_version_(header_version),
      rebuilder_(index.states, builder) {}

void ExtensionIndexer::run() {
  std::uint64_t next_report = 0;
  while (const auto packet = walker_.next()) {
    take(*packet);
    if (walker_.offset() < next_report) continue;
    builder_.progress(walker_.offset());
    next_report = walker_.offset() + kProgressBytes;
    if (builder_.cancelled()) break;
  }
  finish();
}

void ExtensionIndexer::take(const Packet& packet) {
  ++packet_counts_[packet.id];
  if (packet.id == static_cast<std::uint8_t>(PacketKind::frame_start)) {
    frame_starts_.push_back(packet.offset);
  }
  if (width_by_size(packet) == VectorWidth::float64) is_wide_ = true;
  if (const auto own = extension_packet(packet)) take_own(packet, *own);
}

void ExtensionIndexer::take_own(const Packet& packet, const ExtensionPacket& own) {
  bool is_good = true;
  switch (own.kind) {
    case ExtensionKind::head:  // read when the file was opened
    case ExtensionKind::data: break;
    case ExtensionKind::states: is_good = take_states(packet, own.payload); break;
    case ExtensionKind::tables: is_good = take_tables(packet, own.payload); break;
    case ExtensionKind::resource: is_good = take_resource(packet, own.payload); break;
    case ExtensionKind::comment: is_good = take_comment(own.payload); break;
    case ExtensionKind::end:
      has_end_ = true;
      was_complete_ = ExtensionFields(own.payload).little<std::uint8_t>() != 0;
      break;
  }
  if (is_good) return;
  builder_.add_problem(
      damage(packet.offset, "A packet of Scrubjay's own (" + std::string(name_of(own.kind)) +
                                ") cannot be read, or names what is not there; what else is in it "
                                "is lost."));
}

bool ExtensionIndexer::take_states(const Packet& packet, Bytes payload) {
  ExtensionFields fields(payload);
  const auto first = fields.little<std::uint32_t>();
  const auto frames = fields.little<std::uint32_t>();
  return fields.ok() && frames > 0 && index_.states.add_group(packet.offset, first, frames);
}

bool ExtensionIndexer::take_tables(const Packet& packet, Bytes payload) {
  ExtensionFields head(payload);
  auto frame = head.little<std::uint32_t>();
  if (!head.ok() || states::unpack(head.rest(), kMostTableBytes, tables_) != nullptr) return false;
  ExtensionFields fields(tables_);
  place_ = 0;
  bool is_good = true;
  while (is_good && !fields.at_end()) is_good = take_record(fields, frame, packet);
  const std::size_t done =
      std::min<std::size_t>(frame > first_start_ ? frame - first_start_ : 0, frame_starts_.size());
  frame_starts_.erase(frame_starts_.begin(),
                      frame_starts_.begin() + static_cast<std::ptrdiff_t>(done));
  first_start_ += done;
  return is_good;
}

bool ExtensionIndexer::take_record(ExtensionFields& fields, std::uint32_t& frame,
                                   const Packet& packet) {
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
      states::Rebuilder::Frame read;
      read.row = frame;
      read.stream = fields.row();
      read.number = fields.varint();
      read.time = fields.little<double>();
      read.bytes = bytes_of_frame(frame, packet);
      place_ = 0;
      ++frame;
      return fields.ok() && rebuilder_.add_frame(read);
    }
  }
  return false;
}

bool ExtensionIndexer::take_entity(ExtensionFields& fields) {
  states::Rebuilder::Entity entity;
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
  states::Rebuilder::Event event;
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

/// CARLA's packets of the frame. Of the one that has the tables as far as they.
ByteRange ExtensionIndexer::bytes_of_frame(std::uint32_t row, const Packet& tables) const {
  if (row < first_start_ || row - first_start_ >= frame_starts_.size()) {
    return {tables.offset, tables.end() - tables.offset};
  }
  const std::size_t at = row - first_start_;
  const std::uint64_t end = at + 1 < frame_starts_.size() ? frame_starts_[at + 1] : tables.end();
  return {frame_starts_[at], end - frame_starts_[at]};
}

bool ExtensionIndexer::take_resource(const Packet& packet, Bytes payload) {
  ExtensionFields fields(payload);
  const std::string_view path = fields.text();
  const std::string_view type = fields.text();
  const std::uint64_t size = fields.varint();
  if (!fields.ok()) return false;
  index_.resources.append(packet.offset);
  builder_.add_resource({.path = path,
                         .type = type,
                         .size_bytes = size,
                         .source_offset = packet.offset,
                         .source_size = packet.end() - packet.offset});
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

void ExtensionIndexer::finish() {
  rebuilder_.finish();
  if (walker_.is_cut() || (!has_end_ && !builder_.cancelled())) {
    builder_.add_problem({.severity = Severity::error,
                          .code = "cut-off",
                          .offset = walker_.offset(),
                          .message = "The recording has no end mark: frames behind the last whole "
                                     "group of Scrubjay's own packets are not shown. Read without "
                                     "the extension, CARLA's packets show them."});
  }
  builder_.set_complete(has_end_ && was_complete_ && !walker_.is_cut());
  write_details();
}

void ExtensionIndexer::write_details() {
  PropertyTree details;
  add_packet_counts(details, packet_counts_);
  details.integer("header_version", header_version_);
  details.text("vector", is_wide_ ? "float64" : "float32");
  details.text("producer_guess", "Scrubjay");
  builder_.set_details(details);
}

namespace {

class ExtensionGroups final : public states::GroupSource {
 public:
  explicit ExtensionGroups(Bytes file) : file_(file) {}

  std::optional<const char*> read(const states::Index::Group& group,
                                  std::vector<std::byte>& out) override {
    PacketWalker walker(file_, group.place, file_.size());
    const auto packet = walker.next();
    const auto own = packet ? extension_packet(*packet) : std::nullopt;
    constexpr std::size_t kHeadBytes = 8;
    if (!own || own->payload.size() < kHeadBytes) return "their packet cannot be read";
    const char* error =
        states::unpack(own->payload.subspan(kHeadBytes), states::kMostGroupBytes, out);
    return error == nullptr ? std::nullopt : std::optional<const char*>(error);
  }

  Problem problem(std::uint64_t place, std::string message) const override {
    return damage(place, std::move(message));
  }

 private:
  Bytes file_;
};

Result<ResourceData> damaged_resource() {
  return failure({.severity = Severity::error,
                  .code = "resource-damaged",
                  .message = "The file that the recording carries cannot be read."});
}

}  // namespace

std::unique_ptr<states::GroupSource> extension_groups(Bytes file) {
  return std::make_unique<ExtensionGroups>(file);
}

Result<ResourceData> read_extension_resource(Bytes file, std::uint64_t place) {
  PacketWalker walker(file, place, file.size());
  const auto packet = walker.next();
  const auto own = packet ? extension_packet(*packet) : std::nullopt;
  if (!own || own->kind != ExtensionKind::resource) return damaged_resource();
  ExtensionFields fields(own->payload);
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
    const auto next = walker.next();
    const auto piece = next ? extension_packet(*next) : std::nullopt;
    if (!piece || piece->kind != ExtensionKind::data) break;
    data.bytes.insert(data.bytes.end(), piece->payload.begin(), piece->payload.end());
  }
  if (data.bytes.size() != size) return damaged_resource();
  return data;
}

}  // namespace scrubjay::carla
