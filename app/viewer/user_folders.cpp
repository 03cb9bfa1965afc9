#include "app/viewer/user_folders.h"

#include <cstdlib>
#include <filesystem>

namespace scrubjay {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string user_config_folder() {
#if defined(_WIN32)
  const std::string base = variable("APPDATA");
#elif defined(__APPLE__)
  const std::string home = variable("HOME");
  const std::string base = home.empty() ? "" : home + "/Library/Application Support";
#else
  // XDG base directory specification: relative paths are ignored.
  const std::string named = variable("XDG_CONFIG_HOME");
  const std::string home = variable("HOME");
  const std::string base = !named.empty() && named.front() == '/' ? named
                           : home.empty()                         ? ""
                                                                  : home + "/.config";
#endif
  return base.empty() ? "" : (std::filesystem::path(base) / "scrubjay").string();
}

}  // namespace scrubjay
