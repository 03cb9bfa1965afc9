#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/coordinate_system.h"

namespace scrubjay::framebyframe {

/// The fields of a frame object (formats/framebyframe/README.md, 3).
enum class FrameField : std::uint8_t {
  frame_id,
  client_id,
  tag,
  server_time,
  elapsed_time,
  scene,
  coord_system,
  scale,
  entities,
  resources,
  kept,   ///< of another recording, beside the frame (formats/kept/json_packets.h)
  other,  ///< not of the format: kept, and shown as it is
};

/// Which field a key is. Keys with escapes are `other`.
FrameField frame_field(simdjson::ondemand::raw_json_string key);

/// What a frame says of itself, apart from its entities. What is missing, null or of a type that
/// says nothing is absent (formats/framebyframe/README.md, 3, 15.5).
struct FrameHead {
  std::optional<std::int64_t> frame_id;
  std::optional<std::int64_t> client_id;
  std::optional<double> server_time;   ///< ms, finite
  std::optional<double> elapsed_time;  ///< s, finite
  std::optional<std::int64_t> coord_system;
  std::optional<double> scale;
  bool has_tag = false;
  bool has_scene = false;
  std::string tag;
  std::string scene;

  /// Empties it; keeps storage.
  void clear();
  /// Takes the value of one of the fields before `entities`. False when the value does not fit;
  /// null fits all of them.
  bool read(FrameField field, simdjson::ondemand::value& value);
};

/// Right handed means z up and y forward; other ids than 0 and 1 are taken as Unreal's
/// (formats/framebyframe/README.md, 12.1). A scale that is no length counts as 1.
CoordinateSystem coordinates_of(const FrameHead& head);

}  // namespace scrubjay::framebyframe
