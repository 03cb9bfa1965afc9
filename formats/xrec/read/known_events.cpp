#include "formats/xrec/read/known_events.h"

#include <algorithm>

namespace scrubjay::xrec {

namespace {

struct EventRow {
  std::string_view name;
  EventKind kind;
  std::uint32_t needs;
};

constexpr std::uint32_t kPath = bit_of(KnownField::path);
constexpr std::uint32_t kPosition = bit_of(KnownField::position);
constexpr std::uint32_t kRotation = bit_of(KnownField::rotation);
constexpr std::uint32_t kScale = bit_of(KnownField::scale);
constexpr std::uint32_t kIsLocal = bit_of(KnownField::is_local);

/// The table of formats/xrec/README.md, 7.2.
constexpr std::array<EventRow, 7> kEvents{{
    {"PositionChangeEvent", EventKind::position, kPath | kPosition | kIsLocal},
    {"RotationChangeEvent", EventKind::rotation, kPath | kRotation | kIsLocal},
    {"ScaleChangeEvent", EventKind::scale, kPath | kScale},
    {"TransformChangeEvent", EventKind::transform,
     kPath | kPosition | kRotation | kScale | kIsLocal},
    {"ChapterEvent", EventKind::chapter, bit_of(KnownField::name)},
    {"SceneGraphEvent", EventKind::scene_graph,
     bit_of(KnownField::id) | bit_of(KnownField::type) | bit_of(KnownField::skipped)},
    {"ClientEnterEvent", EventKind::client_enter,
     bit_of(KnownField::client_name) | bit_of(KnownField::client_number) |
         bit_of(KnownField::avatar_data)},
}};

/// In the order of KnownField.
constexpr std::array<std::string_view, kKnownFields> kFieldNames{
    "Path", "Position", "Rotation", "Scale",      "IsLocal",      "Name",
    "ID",   "Type",     "Skipped",  "ClientName", "ClientNumber", "AvatarData"};

}  // namespace

EventKind kind_by_name(std::string_view type_name) {
  const std::size_t cut = type_name.find_last_of(".+");
  const std::string_view last =
      cut == std::string_view::npos ? type_name : type_name.substr(cut + 1);
  for (const EventRow& row : kEvents) {
    if (row.name == last) return row.kind;
  }
  return EventKind::other;
}

std::size_t known_field(std::string_view field_name) {
  return static_cast<std::size_t>(std::ranges::find(kFieldNames, field_name) - kFieldNames.begin());
}

std::uint32_t needed_fields(EventKind kind) {
  for (const EventRow& row : kEvents) {
    if (row.kind == kind) return row.needs;
  }
  return 0;
}

bool has_known_kind(KnownField field, Kind kind) {
  switch (field) {
    case KnownField::path:
    case KnownField::name:
    case KnownField::id:
    case KnownField::client_name: return kind == Kind::text || kind == Kind::table_text;
    case KnownField::position:
    case KnownField::scale: return kind == Kind::vec3;
    case KnownField::rotation: return kind == Kind::quaternion;
    case KnownField::is_local:
    case KnownField::skipped: return kind == Kind::boolean;
    case KnownField::type: return kind == Kind::enumeration;
    case KnownField::client_number: return kind == Kind::i32;
    case KnownField::avatar_data: return true;
  }
  return false;
}

}  // namespace scrubjay::xrec
