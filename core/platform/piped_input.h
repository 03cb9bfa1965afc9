#pragma once

#include <stop_token>

#include "core/platform/input_file.h"

namespace scrubjay {

/// As InputFile::open, but where the input is a named pipe or standard input, `stop` ends the
/// waiting for what comes through it: error "cancelled". Not on Windows; elsewhere than on Linux a
/// named pipe that nobody has opened for writing is still waited for.
Result<std::shared_ptr<InputFile>> open_input(const std::string& path, FileExtensions in_folders,
                                              const std::stop_token& stop);

}  // namespace scrubjay
