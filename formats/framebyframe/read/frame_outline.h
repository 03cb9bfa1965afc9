#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace scrubjay::framebyframe {

/// Where one entity of a frame stands, and whose it is.
struct OutlinedEntity {
  std::string_view text;    ///< of its object
  std::string_view id;      ///< its value's text; empty: it has none
  std::string_view parent;  ///< likewise
};

/// Where the entities of a frame stand.
struct FrameOutline {
  std::size_t begin = 0;  ///< of the array in the frame's text
  std::size_t end = 0;    ///< behind it
  std::vector<OutlinedEntity> entities;
};

/// Finds the entities of a frame's object without looking into their properties, several times as
/// fast as a parser passes them over. False where the frame is not as it usually is (entities by
/// key, something else among them, damage between them): then only a parser can tell. What is
/// inside of values is not checked. O(bytes); storage is kept.
bool outline_frame(std::string_view text, FrameOutline& out);

}  // namespace scrubjay::framebyframe
