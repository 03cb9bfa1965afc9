#include "core/platform/text_file.h"

#include "core/platform/input_file.h"

namespace scrubjay {

Result<std::string> read_text_file(const std::string& path, std::uint64_t most_bytes) {
  const auto file = InputFile::open(path);
  if (!file) return failure(file.error());
  if ((*file)->size() > most_bytes) {
    return failure(
        fatal_problem("too-large", "\"" + path + "\" is too large for what it is to be."));
  }
  return std::string(as_text((*file)->bytes()));
}

}  // namespace scrubjay
