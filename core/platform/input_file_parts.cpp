#include "core/platform/input_file_parts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scrubjay::input_file_parts {

Problem unreadable(std::string code, const std::string& path, const std::string& why) {
  return fatal_problem(std::move(code), "\"" + path + "\" cannot be read: " + why + ".",
                       "a readable file");
}

Problem from_errno(const std::string& path, int error) {
  const bool is_absent = error == ENOENT || error == ENOTDIR;
  const char* code = is_absent ? "not-found" : error == EACCES ? "no-access" : "unreadable";
  return unreadable(code, path, std::strerror(error));
}

Result<std::vector<std::byte>> read_all(std::FILE* stream, const std::string& path) {
  std::vector<std::byte> bytes;
  constexpr std::size_t kStep = 1 << 20;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kStep);
    errno = 0;
    const std::size_t got = std::fread(bytes.data() + before, 1, kStep, stream);
    const int error = errno;
    bytes.resize(before + got);
    if (std::ferror(stream) != 0) return failure(from_errno(path, error != 0 ? error : EIO));
    if (got == 0) return bytes;
  }
}

Result<std::shared_ptr<InputFile>> from_standard_input() {
  const std::string name(kStandardInput);
  auto bytes = read_all(stdin, name);
  if (!bytes) return failure(std::move(bytes.error()));
  return InputFile::from_memory(name, std::move(*bytes));
}

Problem is_a_folder(const std::string& path, FileExtensions extensions) {
  std::string why = "it is a folder without recordings";
  for (const std::string_view extension : extensions) {
    why += (extension == extensions.front() ? ", or snapshots in *." : " or *.") +
           std::string(extension);
  }
  if (!extensions.empty()) why += " files";
  return unreadable("is-directory", path, why);
}

std::vector<InputPart> files_of(const std::string& folder, FileExtensions extensions) {
  const auto is_wanted = [&](const std::string& extension) {
    return std::ranges::any_of(extensions, [&](std::string_view wanted) {
      return extension.starts_with('.') && std::string_view(extension).substr(1) == wanted;
    });
  };
  std::vector<InputPart> parts;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (!is_wanted(at->path().extension().string()) || !at->is_regular_file(ignored)) continue;
    const std::uint64_t size = at->file_size(ignored);
    if (!ignored) parts.push_back({at->path().filename().string(), 0, size});
  }
  std::ranges::sort(parts, natural_less, &InputPart::name);
  return parts;
}

}  // namespace scrubjay::input_file_parts
