#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <string_view>

#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// The events whose meaning formats/xrec/README.md, 7.2 gives. An event that lacks a needed field,
/// or has it in another kind, is `other`.
enum class EventKind : std::uint8_t {
  other,
  position,
  rotation,
  scale,
  transform,
  chapter,
  scene_graph,
  client_enter,
};

/// The fields that those events need, by their names.
enum class KnownField : std::uint8_t {
  path,
  position,
  rotation,
  scale,
  is_local,
  name,
  id,
  type,
  skipped,
  client_name,
  client_number,
  avatar_data,
};
inline constexpr std::size_t kKnownFields = 12;

/// By the part of the type's name behind the last '.' or '+' (formats/xrec/README.md, 2).
EventKind kind_by_name(std::string_view type_name);
/// kKnownFields for another name.
std::size_t known_field(std::string_view field_name);
/// Bits 1 << KnownField that an event of that kind needs.
std::uint32_t needed_fields(EventKind kind);
constexpr std::uint32_t bit_of(KnownField field) { return 1u << static_cast<unsigned>(field); }
/// Whether a field has the kind that formats/xrec/README.md, 7.2 asks for; `any` as avatar data
/// only.
bool has_known_kind(KnownField field, Kind kind);

/// What one event says, decoded without a property tree. Views point into the packet's scratch.
struct KnownFields {
  EventKind kind = EventKind::other;
  bool has_path = false;  ///< also true for `other` with a text field "Path"
  bool is_local = false;  ///< position and rotation are in the parent's space
  bool skipped = false;   ///< scene_graph
  /// Number in the packet's table of strings: equal numbers are equal paths. kNoString when the
  /// path does not come from the table.
  std::uint32_t path_number = kNoString;
  std::string_view path;  ///< as recorded, a leading '/' still there
  glm::vec3 position{0.0F};
  glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};
  glm::vec3 scale{1.0F};
  std::string_view text;    ///< chapter: name; scene_graph: ID; client_enter: ClientName
  std::string_view label;   ///< scene_graph: name of the Type; may be empty
  std::int64_t number = 0;  ///< scene_graph: value of the Type; client_enter: ClientNumber
};

}  // namespace scrubjay::xrec
