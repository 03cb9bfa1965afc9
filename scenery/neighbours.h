#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/platform/input_file.h"
#include "core/problem.h"

namespace scrubjay {

/// Opens a file that another one names, by its name from the other's folder: "parts/walls.bin".
/// Whoever opened the scenery's file gives it, since readers open none. It is asked for names only
/// that `open_neighbour` let through. Errors: those of `InputFile::open`.
using Neighbours =
    std::function<Result<std::shared_ptr<InputFile>>(const std::string& relative_name)>;

/// For a file that stands alone: "not-found" for each name.
Result<std::shared_ptr<InputFile>> no_neighbours(const std::string& relative_name);

/// Opens the neighbour of that name. Backslashes count as slashes, as Windows writes them.
/// Errors: "outside-name" for an empty name, one that is absolute, has a scheme ("http:", "C:"),
/// goes up ("..") or holds control characters; those of `InputFile::open`.
Result<std::shared_ptr<InputFile>> open_neighbour(const Neighbours& neighbours,
                                                  std::string_view name);

}  // namespace scrubjay
