#include "core/platform/piped_input.h"

namespace scrubjay {

Result<std::shared_ptr<InputFile>> open_input(const std::string& path, FileExtensions in_folders,
                                              const std::stop_token&) {
  return InputFile::open(path, in_folders);
}

}  // namespace scrubjay
