#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "core/recording.h"
#include "core/scenery.h"
#include "scenery/neighbours.h"

namespace scrubjay {

/// Opens regular files from the folder of the file of that path.
Neighbours neighbours_of(const std::string& path);

/// Opens and reads a file of scenery, and what it names beside it. Errors: those of
/// `InputFile::open` and `read_scenery`.
Result<std::shared_ptr<const Scenery>> open_scenery(const std::string& path,
                                                    const std::atomic<bool>& cancelled);

/// Whether a file is opened as scenery, not as a recording: by its name's extension.
bool is_scenery_file(const std::string& path);

/// What is behind the last slash of a map's path, and before "_Opt", which CARLA's layered maps
/// with the same roads have: "Town01" of "/Game/Carla/Maps/Town01_Opt". Empty where no name of a
/// file can be made of it.
std::string plain_map_name(std::string_view map);

/// The plain name of the map, scene or level in which a recording says that it was made.
std::string map_name(const Recording& recording);

/// The file of scenery that is called like `map` and lies in one of the folders, the first one
/// first. Looks at the disk.
std::optional<std::string> find_scenery(const std::string& map,
                                        std::span<const std::string> folders);

}  // namespace scrubjay
