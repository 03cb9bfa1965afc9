#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/recording.h"

namespace scrubjay {

// What the rows of a recording's tables hold. Each table is described once, by a `describe` that
// hands the fields of a row to an archive; the index cache (index_store.cpp), what files of other
// formats keep (formats/kept), the copy without secrets and the dumps of tests all use it:
//
//     struct Printer {
//       template <class... Fields>
//       void operator()(const Fields&... fields) { (print(fields.name, fields.value), ...); }
//     };
//
// A new column is a field of the row and one line here.

/// What a field is besides its type.
enum class FieldUse : std::uint8_t {
  plain,   ///< a row number may be none
  sure,    ///< a row number that is never none
  edge,    ///< a frame at which something begins or ends, perhaps one that is not there
  source,  ///< only for the format's own reader: where the row was in its file
};

/// One field of a row, in a place that is read or written.
template <FieldUse kUseOf, class T>
struct RowField {
  using Value = std::remove_const_t<T>;
  static constexpr FieldUse kUse = kUseOf;
  std::string_view name;
  T& value;
};

template <class T>
RowField<FieldUse::plain, T> field(std::string_view name, T& value) {
  return {name, value};
}
template <class T>
RowField<FieldUse::sure, T> sure_field(std::string_view name, T& value) {
  return {name, value};
}
template <class T>
RowField<FieldUse::edge, T> edge_field(std::string_view name, T& value) {
  return {name, value};
}
template <class T>
RowField<FieldUse::source, T> source_field(std::string_view name, T& value) {
  return {name, value};
}

/// A drawing layer.
struct LayerInfo {
  std::string_view name;
};

/// A frame of the timeline.
struct FrameInfo {
  Seconds time = 0;
  std::int64_t number = 0;
  ByteRange bytes;
  StreamIndex stream;
};

using MetadataEntry = std::pair<std::string, std::string>;

/// `Row` has the fields of `Table`: it is one, or says so with a member type `Table` (then texts
/// may be numbers of texts, and fields may change while others read them).
template <class Row, class Table>
concept RowOf = std::same_as<std::remove_const_t<Row>, Table> ||
    std::same_as<typename std::remove_const_t<Row>::Table, Table>;

void describe(auto& a, RowOf<Stream> auto& row) { a(field("id", row.id), field("name", row.name)); }

void describe(auto& a, RowOf<EntityInfo> auto& row) {
  a(field("id", row.id), field("name", row.name), field("kind", row.kind),
    sure_field("stream", row.stream), field("parent", row.parent),
    field("is_background", row.is_background));
}

void describe(auto& a, RowOf<Lifetime> auto& row) {
  a(sure_field("entity", row.entity), edge_field("first", row.first), edge_field("last", row.last));
}

void describe(auto& a, RowOf<EventInfo> auto& row) {
  a(sure_field("frame", row.frame), field("time", row.time), field("end", row.end),
    field("entity", row.entity), field("name", row.name), field("tag", row.tag),
    field("role", row.role), field("order", row.order),
    source_field("source_offset", row.source_offset),
    source_field("source_detail", row.source_detail));
}

void describe(auto& a, RowOf<ResourceInfo> auto& row) {
  a(field("path", row.path), field("type", row.type), field("size_bytes", row.size_bytes),
    source_field("source_offset", row.source_offset), source_field("source_size", row.source_size));
}

void describe(auto& a, RowOf<CommentInfo> auto& row) {
  a(field("id", row.id), field("text", row.text), field("color", row.color),
    field("target", row.target), field("frame", row.frame), field("entity", row.entity),
    field("event", row.event), field("property", row.property), field("x", row.x),
    field("y", row.y));
}

void describe(auto& a, RowOf<LayerInfo> auto& row) { a(field("name", row.name)); }

void describe(auto& a, RowOf<FrameInfo> auto& row) {
  a(field("time", row.time), field("number", row.number), sure_field("stream", row.stream),
    source_field("begin", row.bytes.begin), source_field("size", row.bytes.size));
}

void describe(auto& a, RowOf<MetadataEntry> auto& row) {
  a(field("key", row.first), field("value", row.second));
}

void describe(auto& a, RowOf<Problem> auto& row) {
  a(field("severity", row.severity), field("code", row.code), field("offset", row.offset),
    edge_field("frame", row.frame), field("count", row.count), field("message", row.message),
    field("expected", row.expected), field("found", row.found));
}

// The last value of each enumeration in a row, for checking what was read.
constexpr EntityKind last_value(EntityKind) { return static_cast<EntityKind>(kEntityKinds - 1); }
constexpr CommentInfo::Target last_value(CommentInfo::Target) { return CommentInfo::Target::event; }
constexpr EventRole last_value(EventRole) { return EventRole::collision; }
constexpr Severity last_value(Severity) { return Severity::fatal; }

/// Calls `visit(row)` for each row of each table of a recording that is indexed: Stream,
/// EntityInfo, Lifetime, EventInfo, LayerInfo, ResourceInfo, CommentInfo, Problem, and FrameInfo
/// last, since a frame publishes what belongs to it. A row is the visitor's own; texts in it are
/// the recording's.
template <class Visit>
void visit_rows(const Recording& recording, Visit visit) {
  const auto each = [&](std::size_t count, auto row_of) {
    for (std::size_t i = 0; i < count; ++i) visit(row_of(i));
  };
  const Timeline& timeline = recording.timeline();
  each(timeline.stream_count(), [&](auto i) { return timeline.stream_info(StreamIndex(i)); });
  each(recording.entity_count(), [&](auto i) { return recording.entity(EntityIndex(i)); });
  each(recording.lifetime_count(), [&](auto i) { return recording.lifetime(LifetimeIndex(i)); });
  each(recording.event_count(), [&](auto i) { return recording.event(EventIndex(i)); });
  each(recording.layer_count(), [&](auto i) { return LayerInfo{recording.layer(i)}; });
  each(recording.resource_count(), [&](auto i) { return recording.resource(ResourceIndex(i)); });
  each(recording.comment_count(), [&](auto i) { return recording.comment(CommentIndex(i)); });
  for (const Problem& problem : recording.problems()) visit(Problem(problem));
  each(timeline.size(), [&](auto i) {
    const FrameIndex frame(i);
    return FrameInfo{timeline.time(frame), timeline.number(frame), timeline.bytes(frame),
                     timeline.stream(frame)};
  });
}

// Adding a row of any table, texts copied.
inline void add_row(RecordingBuilder& to, const Stream& row) { to.add_stream(row.id, row.name); }
inline void add_row(RecordingBuilder& to, const EntityInfo& row) { to.add_entity(row); }
inline void add_row(RecordingBuilder& to, const Lifetime& row) {
  to.end_life(to.begin_life(row.entity, row.first), row.last);
}
inline void add_row(RecordingBuilder& to, const EventInfo& row) { to.add_event(row); }
inline void add_row(RecordingBuilder& to, const LayerInfo& row) { to.add_layer(row.name); }
inline void add_row(RecordingBuilder& to, const ResourceInfo& row) { to.add_resource(row); }
inline void add_row(RecordingBuilder& to, const CommentInfo& row) { to.add_comment(row); }
inline void add_row(RecordingBuilder& to, const Problem& row) { to.add_problem(row); }
inline void add_row(RecordingBuilder& to, const FrameInfo& row) {
  to.add_frame(row.time, row.number, row.bytes, row.stream);
}

}  // namespace scrubjay
