#include "core/platform/system_calls.h"
#include "core/platform/user_folders.h"

namespace scrubjay {

namespace {

/// What `name` says, else `usual` in the user's own folder.
std::filesystem::path user_folder(const char* name, const char* usual) {
  const std::filesystem::path named = system_calls::variable(name);
  if (named.is_absolute()) return named / "scrubjay";
  const std::filesystem::path home = user_home_folder();
  return home.empty() ? home : home / usual / "scrubjay";
}

}  // namespace

std::filesystem::path user_config_folder() {
#ifdef __APPLE__
  const std::filesystem::path home = user_home_folder();
  return home.empty() ? home : home / "Library/Application Support/scrubjay";
#else
  return user_folder("XDG_CONFIG_HOME", ".config");
#endif
}

std::filesystem::path user_data_folder() { return user_folder("XDG_DATA_HOME", ".local/share"); }
std::filesystem::path user_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }
std::filesystem::path user_state_folder() { return user_folder("XDG_STATE_HOME", ".local/state"); }
std::filesystem::path user_home_folder() { return system_calls::variable("HOME"); }

}  // namespace scrubjay
