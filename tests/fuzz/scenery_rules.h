#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/scenery.h"
#include "scenery/scenery_format.h"

namespace scrubjay::fuzz {

/// Reads a file and requires of what it holds, besides that nothing crashes:
///
/// - memory stays within MemoryBound;
/// - what is drawn is sound: corners are vertices, places are numbers inside the scenery's box,
///   lines have two points or more;
/// - every problem has a code and a sentence;
/// - read again, it has the same meshes, lines and problems.
///
/// Null when the file is not read; then the reason is fatal.
std::shared_ptr<const Scenery> check_scenery(const SceneryFormat& format, const char* file_name,
                                             const std::vector<std::byte>& file,
                                             const Neighbours& neighbours);

}  // namespace scrubjay::fuzz
