#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "formats/framebyframe/write/property_writer.h"

namespace scrubjay::framebyframe {

/// An event as it is written (formats/framebyframe/README.md, 8).
struct WrittenEvent {
  std::string_view name;
  std::string_view tag;
  std::uint32_t order = 0;  ///< `idx`: over all entities of the frame
  std::size_t entity = 0;   ///< row in WrittenFrame::entities
  PropertyRange properties;
};

/// An entity as it is written (formats/framebyframe/README.md, 4).
struct WrittenEntity {
  std::string_view id;            ///< decimal
  std::string_view parent = "0";  ///< decimal; "0" for none
  PropertyRange groups;           ///< the user group and the special group, in this order
};

/// One frame as it is written (formats/framebyframe/README.md, 3). Views and ranges belong to
/// whoever fills it.
struct WrittenFrame {
  std::int64_t number = 0;
  std::string_view client = "0";  ///< decimal, 0..255
  std::string_view tag;
  std::string_view server_time = "0";  ///< milliseconds, as JSON
  double elapsed = 0;                  ///< seconds since the client's previous frame
  std::optional<std::string_view> scene = {};
  std::optional<std::int64_t> coord_system = {};
  std::optional<double> scale = {};
  const PropertyTree* tree = nullptr;
  PropertyRange extras = {};            ///< other fields, written as plain JSON
  std::vector<WrittenEntity> entities;  ///< in the order to write
  std::vector<WrittenEvent> events;     ///< those of one entity in their order
};

/// How `entities` stand in a frame (formats/framebyframe/README.md, 1).
enum class EntityLayout : std::uint8_t {
  array,   ///< raw data and messages
  object,  ///< saved recordings, keyed by the entity's id
};

/// Appends the frame as one JSON object without line breaks. `writer` writes to `json`.
void write_frame(JsonWriter& json, PropertyWriter& writer, const WrittenFrame& frame,
                 EntityLayout layout);

}  // namespace scrubjay::framebyframe
