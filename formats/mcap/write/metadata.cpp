#include "formats/mcap/write/metadata.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/json_writer.h"
#include "core/platform/input_file.h"
#include "core/text.h"
#include "formats/mcap/own_names.h"

namespace scrubjay::mcap {

namespace {

/// `key`: that it stands under.
std::string comment_json(const Recording& recording, const CommentInfo& comment,
                         std::string_view key) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  if (key != comment.id) json.field("id", comment.id);
  json.field("text", comment.text);
  json.field("color", comment.color);
  json.field("target", comment.target == CommentInfo::Target::timeline   ? "timeline"
                       : comment.target == CommentInfo::Target::property ? "property"
                                                                         : "event");
  if (comment.frame.exists()) json.integer_field("frame", comment.frame.value);
  if (comment.entity.exists()) {
    const EntityInfo entity = recording.entity(comment.entity);
    json.field("entity", entity.id);
    json.field("stream", recording.timeline().stream_info(entity.stream).id);
  }
  if (comment.property != CommentInfo::kNoProperty) {
    json.integer_field("property", comment.property);
  }
  if (comment.x != 0) json.number_field("x", comment.x);
  if (comment.y != 0) json.number_field("y", comment.y);
  json.end_object();
  return text;
}

/// Entries that are valid texts, each key once: of several the last one counts, as in JSON.
TextMap valid_entries(TextMap entries) {
  TextMap once;
  std::map<std::string, std::size_t> rows;
  for (const auto& [key, value] : entries) {
    const auto [found, is_new] = rows.try_emplace(valid_utf8(key), once.size());
    if (is_new) once.emplace_back(found->first, "");
    once[found->second].second = valid_utf8(value);
  }
  return once;
}

/// Rows of the recording's tables that no message tells of.
void put_tables(ContainerWriter& writer, const MetadataSource& from) {
  const Recording& recording = from.plan.recording();
  const auto put = [&](std::string_view name, const TextMap& entries) {
    if (!entries.empty()) writer.metadata(name, valid_entries(entries));
  };
  const Timeline& timeline = recording.timeline();
  TextMap streams;
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const Stream stream = timeline.stream_info(StreamIndex(i));
    streams.emplace_back(stream.id, stream.name);
  }
  put(kStreamsRecord, streams);
  TextMap entities;
  for (std::size_t row = 0; row < from.plan.entities().size(); ++row) {
    const EntityInfo entity = recording.entity(from.plan.entities()[row]);
    if (entity.kind == EntityKind::other && !entity.is_background) continue;
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (entity.kind != EntityKind::other) json.field("kind", to_text(entity.kind));
    if (entity.is_background) json.boolean_field("background", true);
    json.end_object();
    entities.emplace_back(from.labels.frame_of(row, entity.stream), text);
  }
  put(kEntitiesRecord, entities);
  TextMap layers;
  for (std::size_t i = 0; i < recording.layer_count(); ++i) {
    layers.emplace_back(recording.layer(i), "");
  }
  put(kLayersRecord, layers);
  TextMap comments;
  std::unordered_set<std::string> keys;
  for (std::size_t i = 0; i < recording.comment_count(); ++i) {
    const CommentInfo comment = recording.comment(CommentIndex(i));
    std::string key = valid_utf8(comment.id);
    // Several may have one id.
    while (!keys.insert(key).second) key += " (" + std::to_string(i + 1) + ")";
    comments.emplace_back(key, comment_json(recording, comment, key));
  }
  put(kCommentsRecord, comments);
}

}  // namespace

void put_metadata(ContainerWriter& writer, const MetadataSource& from) {
  const Recording& recording = from.plan.recording();
  const RecordingInfo& info = recording.info();
  const auto put = [&](std::string_view name, const TextMap& entries) {
    if (!entries.empty()) writer.metadata(name, valid_entries(entries));
  };
  put(kOwnRecord, {{"source", file_name(recording.file().path())},
                   {"format", info.format},
                   {"format_version", info.format_version},
                   {"coordinates", from.target.name()},
                   {"source_coordinates", info.coordinates.name()},
                   {"time_offset_ns", std::to_string(from.offset)},
                   {"frames", std::to_string(from.plan.end_frame() - from.plan.first_frame())},
                   {"complete", recording.is_complete() ? "true" : "false"}});
  put(kSourceRecord, info.metadata);
  for (const Kind& kind : from.layout.kinds)
    put(std::string(kNamesRecord) + kind.package, kind.names);
  put(std::string(kNamesRecord) + from.layout.frame.package, from.layout.frame.names);
  put_tables(writer, from);
}

}  // namespace scrubjay::mcap
