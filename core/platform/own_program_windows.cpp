#include <windows.h>

#include <array>

#include "core/platform/own_program.h"

namespace scrubjay {

std::filesystem::path own_program() {
  std::array<wchar_t, 32768> path{};  // the longest that Windows knows
  const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return length < path.size() ? std::filesystem::path(path.data(), path.data() + length)
                              : std::filesystem::path();
}

std::filesystem::path installed_data_folder() {
  return own_program().parent_path() / "share" / "scrubjay";
}

}  // namespace scrubjay
