#include <io.h>

#include <cerrno>

#include "core/platform/system_calls.h"

namespace scrubjay::system_calls {

std::filesystem::path user_cache_folder() {
  const std::string local = variable("LOCALAPPDATA");
  return local.empty() ? "" : std::filesystem::path(local) / "scrubjay";
}

int sync_stream(std::FILE* stream) { return _commit(_fileno(stream)) == 0 ? 0 : errno; }

void sync_folder(const std::filesystem::path&) {}

}  // namespace scrubjay::system_calls
