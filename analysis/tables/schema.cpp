#include "analysis/tables/schema.h"

#include <algorithm>
#include <array>

namespace scrubjay::tables {

namespace {

using enum ColumnType;

constexpr Column kRecordings[] = {{"recording", int32}, {"file", text},      {"format", text},
                                  {"frames", int64},    {"entities", int64}, {"events", int64},
                                  {"begin", real},      {"end", real},       {"complete", boolean},
                                  {"metadata", text}};
constexpr Column kStreams[] = {
    {"recording", int32}, {"stream", int32}, {"id", text}, {"name", text}};
constexpr Column kFrames[] = {
    {"recording", int32}, {"frame", int64}, {"number", int64}, {"time", real}, {"stream", int32}};
constexpr Column kEntities[] = {{"recording", int32}, {"entity", int64}, {"id", text},
                                {"name", text},       {"kind", text},    {"stream", int32},
                                {"parent", int64}};
constexpr Column kLives[] = {{"recording", int32},  {"entity", int64}, {"first_frame", int64},
                             {"last_frame", int64}, {"begin", real},   {"end", real}};
constexpr Column kEvents[] = {{"recording", int32}, {"event", int64},  {"frame", int64},
                              {"time", real},       {"end", real},     {"name", text},
                              {"tag", text},        {"entity", int64}, {"ordinal", int32},
                              {"properties", text}};
constexpr Column kPlaces[] = {
    {"recording", int32}, {"frame", int64}, {"time", real}, {"entity", int64}, {"x", real},
    {"y", real},          {"z", real},      {"qx", real},   {"qy", real},      {"qz", real},
    {"qw", real},         {"sx", real},     {"sy", real},   {"sz", real}};
constexpr Column kProperties[] = {
    {"recording", int32}, {"frame", int64}, {"time", real},     {"entity", int64}, {"path", text},
    {"type", text},       {"number", real}, {"integer", int64}, {"text", text},    {"x", real},
    {"y", real},          {"z", real},      {"w", real}};
constexpr Column kChanges[] = {{"recording", int32}, {"frame", int64}, {"time", real},
                               {"entity", int64},    {"path", text},   {"type", text},
                               {"before", text},     {"after", text},  {"delta", real}};
constexpr Column kState[] = {
    {"recording", int32}, {"frame", int64}, {"time", real},    {"entity", int64}, {"id", text},
    {"name", text},       {"kind", text},   {"parent", int64}, {"x", real},       {"y", real},
    {"z", real},          {"qx", real},     {"qy", real},      {"qz", real},      {"qw", real},
    {"sx", real},         {"sy", real},     {"sz", real}};
constexpr Column kPairs[] = {{"recording", int32}, {"frame", int64},  {"time", real},
                             {"a", int64},         {"b", int64},      {"distance", real},
                             {"gap", real},        {"closing", real}, {"ttc", real}};
constexpr Column kContacts[] = {{"recording", int32}, {"frame", int64},      {"time", real},
                                {"end", real},        {"last_frame", int64}, {"a", int64},
                                {"b", int64},         {"closing", real},     {"assumed", boolean},
                                {"recorded", boolean}};

constexpr std::array<Table, kTables> kAll{{
    {TableId::recordings, "recordings", kRecordings},
    {TableId::streams, "streams", kStreams},
    {TableId::frames, "frames", kFrames},
    {TableId::entities, "entities", kEntities},
    {TableId::lives, "lives", kLives},
    {TableId::events, "events", kEvents},
    {TableId::places, "places", kPlaces},
    {TableId::properties, "properties", kProperties},
    {TableId::changes, "changes", kChanges},
    {TableId::state, "state", kState},
    {TableId::pairs, "pairs", kPairs},
    {TableId::contacts, "contacts", kContacts},
}};

}  // namespace

std::string_view sql_name(ColumnType type) {
  switch (type) {
    case boolean:
    case int32:
    case int64: return "INTEGER";
    case real: return "REAL";
    case text: return "TEXT";
  }
  return "TEXT";
}

std::optional<std::size_t> Table::find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column, &Column::name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::span<const Table> all_tables() { return kAll; }

const Table& table_of(TableId id) { return kAll[static_cast<std::size_t>(id)]; }

}  // namespace scrubjay::tables
