#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"

namespace scrubjay::colyseus {

/// What a field says about the place of its instance, where a person says so.
enum class FieldRole : std::uint8_t {
  none,  ///< nothing, whatever its name
  position,
  rotation,  ///< a group of x, y, z, w
  angle,     ///< radians about the up axis
  angle_degrees,
  x,
  y,
  z,
};

/// How a person wants a recording to be read (formats/colyseus/README.md, 8.1, 9).
struct Choices {
  struct Mapping {
    std::string field;
    FieldRole role = FieldRole::none;
  };
  std::vector<Mapping> mappings;  ///< the last one of a field holds
  /// Session ids and tokens go into files that are made of the recording.
  bool are_secrets_kept = false;
  /// Asked for in words: what is printed has stand-ins, too.
  bool are_secrets_hidden = false;

  /// What the person said of a field, or nothing.
  std::optional<FieldRole> role_of(std::string_view field) const;
};

/// "map", "secrets".
extern const std::array<ReadOption, 2> kReadOptions;

/// `options` are of kReadOptions.
Choices read_choices(const ReadOptions& options);

}  // namespace scrubjay::colyseus
