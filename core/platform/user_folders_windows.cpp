#include <windows.h>

#include <knownfolders.h>
#include <shlobj.h>

#include "core/platform/system_calls.h"
#include "core/platform/user_folders.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

namespace {

/// What the variable says, as programs for tests and of administrators set it, else Windows itself.
std::filesystem::path known_folder(const char* name, const KNOWNFOLDERID& id) {
  const std::filesystem::path named = wide_text(system_calls::variable(name));
  if (named.is_absolute()) return named;
  wchar_t* text = nullptr;
  std::filesystem::path folder;
  if (SHGetKnownFolderPath(id, KF_FLAG_DEFAULT, nullptr, &text) == S_OK) folder = text;
  CoTaskMemFree(text);
  return folder;
}

std::filesystem::path own(const std::filesystem::path& base, const char* name) {
  return base.empty() ? base : base / "scrubjay" / name;
}

}  // namespace

std::filesystem::path user_config_folder() {
  return own(known_folder("APPDATA", FOLDERID_RoamingAppData), "");
}
std::filesystem::path user_data_folder() { return user_config_folder(); }
std::filesystem::path user_cache_folder() {
  return own(known_folder("LOCALAPPDATA", FOLDERID_LocalAppData), "cache");
}
std::filesystem::path user_state_folder() {
  return own(known_folder("LOCALAPPDATA", FOLDERID_LocalAppData), "crashes");
}
std::filesystem::path user_home_folder() { return known_folder("USERPROFILE", FOLDERID_Profile); }

}  // namespace scrubjay
