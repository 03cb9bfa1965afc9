#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assets/arena.h"

namespace scrubjay::assets {

/// A picture of at most 256 colours.
struct PalettePicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint32_t> palette;  ///< 0xRRGGBB
  std::vector<std::uint8_t> pixels;    ///< rows from the top
};

/// A PNG file of it, not compressed: the same bytes everywhere.
std::vector<std::byte> png_of(const PalettePicture& picture);
/// Its pixels as R G B A bytes.
std::vector<std::byte> rgba_of(const PalettePicture& picture);

/// The side of a wooden crate.
PalettePicture crate_picture();
/// Paving stones.
PalettePicture paving_picture();
/// What the intruder of a courtyard sees: sky, ground and the guards in front of it.
PalettePicture intruder_view(const Courtyard& yard);

}  // namespace scrubjay::assets
