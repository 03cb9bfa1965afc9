#include "formats/kept/writer.h"

#include <algorithm>
#include <span>

#include "core/little_bytes.h"
#include "formats/kept/limits.h"
#include "formats/kept/packed_bytes.h"

namespace scrubjay::kept {

namespace {

constexpr std::uint32_t kNoRow = WritePlan::kNoRow;

/// A row of the recording as the row that is written.
template <class Id>
Id written(std::uint32_t row) {
  Id id;
  id.value = row;
  return id;
}

}  // namespace

void flatten(const WritePlan& plan, const Frame& frame, KeptFrame& out) {
  out.flat.clear();
  out.events.clear();
  out.coordinates = frame.coordinates;
  Flattener flattener(out.flat);
  flattener.frame(frame.tree, plan.has_frames_own() ? frame.properties : PropertyRange());
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

Writer::Writer(const WritePlan& plan, const CoordinateSystem& coordinates, PacketSink& sink)
    : plan_(plan), coordinates_(coordinates), sink_(sink), is_seen_(plan.entities().size()) {
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    const CommentInfo comment = recording().comment(CommentIndex(i));
    if (comment.event.exists()) commented_.emplace(comment.event.value, EventIndex());
  }
  add_streams();
}

FieldWriter Writer::begin(PacketKind kind) {
  packet_.clear();
  FieldWriter fields(packet_);
  fields.put(kind);
  return fields;
}

void Writer::write_head(bool is_in_frame) {
  FieldWriter out = begin(PacketKind::head);
  out.byte(kVersion);
  const RecordingInfo& info = recording().info();
  out.put(info.form());
  out.put(info.kept_coordinates().written_out());
  out.put(coordinates_.written_out());
  out.put(std::uint64_t{info.metadata.size()});
  for (const MetadataEntry& entry : info.metadata) out.row(entry);
  send(is_in_frame);
  has_head_ = true;
}

bool Writer::add(FrameIndex index, const KeptFrame& frame) {
  const auto& flat = frame.flat;
  const std::uint64_t values = flat.slots.size() + flat.elements.size() + flat.shapes.size() / 24;
  if (values > limits::kMostHeldValues / 2) return false;
  if (!has_head_) write_head(true);
  for (const auto& entity : flat.entities) is_seen_[entity.row] = true;
  group_.add(recording().timeline().stream(index).value, flat);
  waiting_.push_back({index, frame.events, frame.coordinates});
  return !group_.is_full() || write_group();
}

bool Writer::end_frames() { return waiting_.empty() || write_group(); }

bool Writer::write_group() {
  std::vector<std::byte> frames;
  group_.append_to(frames);
  if (frames.size() > limits::kMostGroupBytes) return false;
  begin(PacketKind::group);
  put_little(packet_, counts_.frames);
  put_little(packet_, static_cast<std::uint32_t>(waiting_.size()));
  if (!pack(frames, packet_)) return false;
  send(true);

  std::size_t entities = 0;
  for (std::size_t row = is_seen_.size(); row-- > counts_.entities && entities == 0;) {
    if (is_seen_[row]) entities = row + 1;
  }
  for (const WaitingFrame& frame : waiting_) {
    for (const EventIndex event : frame.events) {
      const std::uint32_t row = plan_.entity_row(recording().event(event).entity);
      if (row != kNoRow) entities = std::max<std::size_t>(entities, row + 1);
    }
  }
  add_entities(entities);
  add_lifetimes(std::uint64_t{counts_.frames} + waiting_.size());
  for (const WaitingFrame& frame : waiting_) add_frame(frame);
  waiting_.clear();
  group_.clear();
  return write_rows(true);
}

bool Writer::write_rows(bool is_in_frame) {
  if (rows_.empty()) return true;
  begin(PacketKind::rows);
  put_little(packet_, rows_begin_.frames);
  put_little(packet_, rows_begin_.events);
  put_little(packet_, rows_begin_.entities);
  if (rows_.size() > limits::kMostTableBytes || !pack(rows_, packet_)) return false;
  send(is_in_frame);
  rows_.clear();
  rows_begin_ = counts_;
  return true;
}

void Writer::add_streams() {
  const Timeline& timeline = recording().timeline();
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    add_row(RowKind::stream, timeline.stream_info(StreamIndex(i)));
  }
  for (std::size_t i = 0; i < recording().layer_count(); ++i) {
    add_row(RowKind::layer, LayerInfo{recording().layer(i)});
  }
}

/// Rows are written before anything names them.
void Writer::add_entities(std::size_t end) {
  for (; counts_.entities < end; ++counts_.entities) {
    EntityInfo info = recording().entity(plan_.entities()[counts_.entities]);
    info.parent = written<EntityIndex>(plan_.entity_row(info.parent));
    if (!info.stream.exists()) info.stream = StreamIndex(0);
    add_row(RowKind::entity, info);
  }
}

/// Those that begin before frame `end`, with their entities.
void Writer::add_lifetimes(std::uint64_t end) {
  const std::vector<Lifetime>& lifetimes = plan_.lifetimes();
  for (; lifetimes_ < lifetimes.size() && lifetimes[lifetimes_].first.value < end; ++lifetimes_) {
    const Lifetime& lifetime = lifetimes[lifetimes_];
    add_entities(std::max<std::size_t>(counts_.entities, std::size_t{lifetime.entity.value} + 1));
    add_row(RowKind::lifetime, lifetime);
  }
}

void Writer::add_frame(const WaitingFrame& frame) {
  const Timeline& timeline = recording().timeline();
  for (const EventIndex event : frame.events) add_event(event);
  if (frame.coordinates != coordinates_) {
    coordinates_ = frame.coordinates;
    FieldWriter fields(rows_);
    fields.put(RowKind::coordinates);
    fields.put(coordinates_.written_out());
  }
  add_row(RowKind::frame, FrameInfo{timeline.time(frame.index), timeline.number(frame.index),
                                    timeline.bytes(frame.index), timeline.stream(frame.index)});
  ++counts_.frames;
}

void Writer::add_event(EventIndex event) {
  EventInfo info = recording().event(event);
  const EventIndex row(counts_.events++);
  const auto commented = commented_.find(event.value);
  if (commented != commented_.end()) commented->second = row;
  info.frame = FrameIndex(counts_.frames);
  info.entity = written<EntityIndex>(plan_.entity_row(info.entity));
  add_row(RowKind::event, info);
}

void Writer::end() {
  if (!has_head_) write_head(false);
  add_lifetimes(~std::uint64_t{0});
  add_entities(plan_.entities().size());
  write_rows(false);
  for (std::size_t i = 0; i < recording().resource_count(); ++i) write_resource(ResourceIndex(i));
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    write_comment(recording().comment(CommentIndex(i)));
  }
  begin(PacketKind::end).put(recording().is_complete());
  send(false);
}

void Writer::write_resource(ResourceIndex resource) {
  const auto data = recording().reader().read_resource(recording(), resource);
  if (!data && data.error().code != "resource-missing") ++damaged_resources_;
  FieldWriter out = begin(PacketKind::resource);
  out.row(recording().resource(resource));
  out.put(data.has_value());
  out.put(std::uint64_t{data ? data->bytes.size() : 0});
  out.put(data ? std::string_view(data->type) : std::string_view());
  out.put(data ? data->width : 0);
  out.put(data ? data->height : 0);
  send(false);
  if (!data) return;
  const Bytes bytes = data->bytes;
  for (std::size_t at = 0; at < bytes.size(); at += kMostDataBytes) {
    const Bytes piece = bytes.subspan(at, std::min(kMostDataBytes, bytes.size() - at));
    begin(PacketKind::data);
    packet_.insert(packet_.end(), piece.begin(), piece.end());
    send(false);
  }
}

/// Of a part of a recording, comments on what is not in it are left out.
void Writer::write_comment(CommentInfo comment) {
  const CommentInfo source = comment;
  const auto commented = commented_.find(source.event.value);
  comment.frame = written<FrameIndex>(plan_.frame_row(source.frame));
  comment.entity = written<EntityIndex>(plan_.entity_row(source.entity));
  comment.event = commented == commented_.end() ? EventIndex() : commented->second;
  const bool is_lost = (source.frame.exists() && !comment.frame.exists()) ||
                       (source.entity.exists() && !comment.entity.exists()) ||
                       (source.event.exists() && !comment.event.exists());
  if (is_lost) {
    ++lost_comments_;
    return;
  }
  begin(PacketKind::comment).row(comment);
  send(false);
}

}  // namespace scrubjay::kept
