#include "core/platform/own_program.h"

#include <array>
#include <system_error>

#ifdef _WIN32
#include <windows.h>
#endif

namespace scrubjay {

std::filesystem::path own_program() {
#ifdef _WIN32
  std::array<wchar_t, 32768> path{};  // the longest that Windows knows
  const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return length < path.size() ? std::filesystem::path(path.data(), path.data() + length)
                              : std::filesystem::path();
#else
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
#endif
}

std::filesystem::path installed_data_folder() {
  return own_program().parent_path().parent_path() / "share" / "scrubjay";
}

}  // namespace scrubjay
