#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/framebyframe/read/file_index.h"

namespace scrubjay::framebyframe {

/// A comment as a saved recording has it (formats/framebyframe/README.md, 9.5).
struct SavedComment {
  std::string id;
  std::string text;
  std::string color;
  std::int64_t type = 0;  ///< 0 timeline, 1 property, 2 event property
  double x = 0;           ///< pixels
  double y = 0;
  std::optional<std::int64_t> frame;     ///< place in frameData, from 0
  std::optional<std::int64_t> entity;    ///< combined id
  std::optional<std::int64_t> property;  ///< number in the frame as it is shown, from 1
};

/// All of the `comments` object at `range`, in its order. `damaged` counts those that are none.
std::vector<SavedComment> read_comments(FrameText& text, ByteRange range, std::size_t& damaged);

}  // namespace scrubjay::framebyframe
