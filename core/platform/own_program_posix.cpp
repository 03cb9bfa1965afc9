#include <system_error>

#include "core/platform/own_program.h"

namespace scrubjay {

std::filesystem::path own_program() {
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
}

std::filesystem::path installed_data_folder() {
  return own_program().parent_path().parent_path() / "share" / "scrubjay";
}

}  // namespace scrubjay
