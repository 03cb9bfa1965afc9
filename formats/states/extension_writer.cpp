#include "formats/states/extension_writer.h"

#include <algorithm>
#include <span>

#include "formats/states/limits.h"
#include "formats/states/packed_bytes.h"
#include "formats/states/put_bytes.h"

namespace scrubjay::states {

namespace {

constexpr std::uint32_t kNoRow = WritePlan::kNoRow;

void put_maybe_row(std::vector<std::byte>& out, std::uint32_t row) {
  put_varint(out, row == kNoRow ? 0 : std::uint64_t{row} + 1);
}

void put_kind(std::vector<std::byte>& out, TableRecord kind) {
  out.push_back(static_cast<std::byte>(kind));
}

}  // namespace

void take_frame(const WritePlan& plan, const Frame& frame, ExtensionFrame& out) {
  out.flat.clear();
  out.events.clear();
  Flattener flattener(out.flat);
  flattener.frame(frame.tree, frame.properties);
  for (const Entity& entity : frame.entities) {
    const std::uint32_t row = plan.entity_row(entity.index);
    if (row != kNoRow) flattener.entity(frame.tree, entity, row, plan.entity_row(entity.parent));
  }
  for (const FrameEvent& event : frame.events) {
    if (!plan.has_event(plan.recording().event(event.index))) continue;
    flattener.event(frame.tree, event.properties);
    out.events.push_back(event.index);
  }
}

ExtensionWriter::ExtensionWriter(const WritePlan& plan, const CoordinateSystem& coordinates,
                                 PacketSink& sink)
    : plan_(plan), coordinates_(coordinates), sink_(sink), is_seen_(plan.entities().size()) {
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    const CommentInfo comment = recording().comment(CommentIndex(i));
    if (comment.event.exists()) commented_.emplace(comment.event.value, kNoRow);
  }
  tell_streams();
}

std::vector<std::byte>& ExtensionWriter::begin(ExtensionKind kind) {
  packet_.resize(1);
  packet_[0] = static_cast<std::byte>(kind);
  return packet_;
}

void ExtensionWriter::write_head(bool is_in_frame) {
  auto& out = begin(ExtensionKind::head);
  put_little(out, kExtensionVersion);
  const RecordingInfo& info = recording().info();
  put_text(out, info.form());
  put_text(out, info.origin_coordinates().written_out());
  const auto& metadata = info.metadata;
  put_varint(out, metadata.size());
  for (const auto& [key, value] : metadata) {
    put_text(out, key);
    put_text(out, value);
  }
  put_text(out, coordinates_.written_out());
  send(is_in_frame);
  has_head_ = true;
}

bool ExtensionWriter::add(FrameIndex index, const ExtensionFrame& frame) {
  const auto& flat = frame.flat;
  const std::uint64_t values = flat.slots.size() + flat.elements.size() + flat.shapes.size() / 24;
  if (values > limits::kMostHeldValues / 2) return false;
  if (!has_head_) write_head(true);
  for (const auto& entity : flat.entities) is_seen_[entity.row] = true;
  group_.add(recording().timeline().stream(index).value, flat);
  waiting_.push_back({index, frame.events});
  return !group_.is_full() || write_group();
}

bool ExtensionWriter::end_frames() { return waiting_.empty() || write_group(); }

bool ExtensionWriter::write_group() {
  std::vector<std::byte> states;
  group_.append_to(states);
  if (states.size() > limits::kMostGroupBytes) return false;
  auto& out = begin(ExtensionKind::states);
  put_little(out, frames_told_);
  put_little(out, static_cast<std::uint32_t>(waiting_.size()));
  if (!pack(states, out)) return false;
  send(true);

  const std::uint32_t first = frames_told_;
  std::size_t entities = 0;
  for (std::size_t row = is_seen_.size(); row-- > entities_told_ && entities == 0;) {
    if (is_seen_[row]) entities = row + 1;
  }
  for (const WaitingFrame& frame : waiting_) {
    for (const EventIndex event : frame.events) {
      const std::uint32_t row = plan_.entity_row(recording().event(event).entity);
      if (row != kNoRow) entities = std::max<std::size_t>(entities, row + 1);
    }
  }
  tell_entities(entities);
  tell_lives(std::uint64_t{first} + waiting_.size());
  for (const WaitingFrame& frame : waiting_) tell_frame(frame);
  auto& tables = begin(ExtensionKind::tables);
  put_little(tables, first);
  if (tables_.size() > limits::kMostTableBytes || !pack(tables_, tables)) return false;
  send(true);
  tables_.clear();
  waiting_.clear();
  group_.clear();
  return true;
}

void ExtensionWriter::tell_streams() {
  const Timeline& timeline = recording().timeline();
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const Stream& stream = timeline.stream_info(StreamIndex(i));
    put_kind(tables_, TableRecord::stream);
    put_varint(tables_, i);
    put_text(tables_, stream.id);
    put_text(tables_, stream.name);
  }
  for (std::size_t i = 0; i < recording().layer_count(); ++i) {
    put_kind(tables_, TableRecord::layer);
    put_text(tables_, recording().layer(i));
  }
}

/// Rows are told before anything names them.
void ExtensionWriter::tell_entities(std::size_t end) {
  for (; entities_told_ < end; ++entities_told_) {
    const EntityInfo info = recording().entity(plan_.entities()[entities_told_]);
    put_kind(tables_, TableRecord::entity);
    put_varint(tables_, entities_told_);
    put_text(tables_, info.id);
    put_text(tables_, info.name);
    put_little(tables_, static_cast<std::uint8_t>(info.kind));
    put_little(tables_, static_cast<std::uint8_t>(info.is_background ? 1 : 0));
    put_varint(tables_, info.stream.exists() ? info.stream.value : 0);
    put_maybe_row(tables_, plan_.entity_row(info.parent));
  }
}

/// Those that begin before frame `end`, with their entities.
void ExtensionWriter::tell_lives(std::uint64_t end) {
  const std::vector<WrittenLife>& lives = plan_.lives();
  for (; lives_told_ < lives.size() && lives[lives_told_].first < end; ++lives_told_) {
    const WrittenLife& life = lives[lives_told_];
    tell_entities(std::max<std::size_t>(entities_told_, std::size_t{life.entity} + 1));
    put_kind(tables_, TableRecord::life);
    put_varint(tables_, life.entity);
    put_varint(tables_, life.first);
    put_varint(tables_, zigzag(static_cast<std::uint64_t>(life.last)));
  }
}

void ExtensionWriter::tell_frame(const WaitingFrame& frame) {
  const Timeline& timeline = recording().timeline();
  for (const EventIndex event : frame.events) tell_event(event);
  put_kind(tables_, TableRecord::frame);
  put_varint(tables_, timeline.stream(frame.index).value);
  put_varint(tables_, timeline.number(frame.index));
  put_little(tables_, timeline.time(frame.index));
  ++frames_told_;
}

void ExtensionWriter::tell_event(EventIndex event) {
  const EventInfo info = recording().event(event);
  const auto commented = commented_.find(event.value);
  if (commented != commented_.end()) commented->second = events_told_;
  put_kind(tables_, TableRecord::event);
  put_varint(tables_, events_told_++);
  put_text(tables_, info.name);
  put_text(tables_, info.tag);
  put_maybe_row(tables_, plan_.entity_row(info.entity));
  put_little(tables_, info.time);
  put_little(tables_, info.end);
  put_varint(tables_, info.order);
}

void ExtensionWriter::end() {
  if (!has_head_) write_head(false);
  tell_lives(~std::uint64_t{0});
  tell_entities(plan_.entities().size());
  if (!tables_.empty()) {
    auto& out = begin(ExtensionKind::tables);
    put_little(out, frames_told_);
    if (pack(tables_, out)) send(false);
    tables_.clear();
  }
  for (std::size_t i = 0; i < recording().resource_count(); ++i) write_resource(ResourceIndex(i));
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    write_comment(recording().comment(CommentIndex(i)));
  }
  put_little(begin(ExtensionKind::end),
             static_cast<std::uint8_t>(recording().is_complete() ? 1 : 0));
  send(false);
}

void ExtensionWriter::write_resource(ResourceIndex resource) {
  const ResourceInfo info = recording().resource(resource);
  const auto data = recording().reader().read_resource(recording(), resource);
  if (!data && data.error().code != "resource-missing") ++damaged_resources_;
  auto& out = begin(ExtensionKind::resource);
  put_text(out, info.path);
  put_text(out, info.type);
  put_varint(out, info.size_bytes);
  put_little(out, static_cast<std::uint8_t>(data ? 1 : 0));
  put_varint(out, data ? data->bytes.size() : 0);
  put_text(out, data ? std::string_view(data->type) : std::string_view());
  put_varint(out, data ? data->width : 0);
  put_varint(out, data ? data->height : 0);
  send(false);
  if (!data) return;
  const Bytes bytes = data->bytes;
  for (std::size_t at = 0; at < bytes.size(); at += kMostDataBytes) {
    const Bytes piece = bytes.subspan(at, std::min(kMostDataBytes, bytes.size() - at));
    auto& packet = begin(ExtensionKind::data);
    packet.insert(packet.end(), piece.begin(), piece.end());
    send(false);
  }
}

/// Of a part of a recording, comments on what is not in it are left out.
void ExtensionWriter::write_comment(const CommentInfo& comment) {
  const std::uint32_t frame = plan_.frame_row(comment.frame);
  const std::uint32_t entity = plan_.entity_row(comment.entity);
  const auto commented = commented_.find(comment.event.value);
  const std::uint32_t event = commented == commented_.end() ? kNoRow : commented->second;
  const bool is_lost = (comment.frame.exists() && frame == kNoRow) ||
                       (comment.entity.exists() && entity == kNoRow) ||
                       (comment.event.exists() && event == kNoRow);
  if (is_lost) {
    ++lost_comments_;
    return;
  }
  auto& out = begin(ExtensionKind::comment);
  put_text(out, comment.id);
  put_text(out, comment.text);
  put_text(out, comment.color);
  put_little(out, static_cast<std::uint8_t>(comment.target));
  for (const std::uint32_t row : {frame, entity, event, comment.property}) put_maybe_row(out, row);
  put_little(out, comment.x);
  put_little(out, comment.y);
  send(false);
}

}  // namespace scrubjay::states
