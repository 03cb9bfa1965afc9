#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay::obj {

/// Colours of the materials of .mtl files, by name.
using Materials = std::map<std::string, std::uint32_t>;

/// Materials of one file at most; the rest has no colour.
inline constexpr std::size_t kMostMaterials = 65'536;

/// Adds the materials of a .mtl file: "newmtl", "Kd", "d" and "Tr" are read. One without "Kd" has
/// the colour 0; of two of one name the first stays. Problems, all warnings: "bad-material" with
/// the line's byte in the .mtl file.
void read_materials(Bytes bytes, Materials& materials, std::vector<Problem>& problems);

}  // namespace scrubjay::obj
