#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "core/platform/input_file_parts.h"

namespace scrubjay {

using input_file_parts::files_of;
using input_file_parts::from_errno;
using input_file_parts::from_standard_input;
using input_file_parts::is_a_folder;
using input_file_parts::read_all;

// Without memory mapping: the whole file is read. Windows keeps others from cutting an open file.
Result<std::shared_ptr<InputFile>> InputFile::open(const std::string& path,
                                                   FileExtensions in_folders) {
  if (path == "-") return from_standard_input();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return open_folder(path, in_folders);
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return failure(from_errno(path, errno));
  auto bytes = read_all(stream, path);
  std::fclose(stream);
  if (!bytes) return failure(std::move(bytes.error()));
  return from_memory(path, std::move(*bytes));
}

Result<std::shared_ptr<InputFile>> InputFile::open_folder(const std::string& path,
                                                          FileExtensions extensions) {
  std::vector<InputPart> parts = files_of(path, extensions);
  if (parts.empty()) return failure(is_a_folder(path, extensions));
  std::vector<std::byte> memory;
  for (InputPart& part : parts) {
    const std::string name = (std::filesystem::path(path) / part.name).string();
    std::FILE* stream = std::fopen(name.c_str(), "rb");
    if (stream == nullptr) return failure(from_errno(name, errno));
    const auto bytes = read_all(stream, name);
    std::fclose(stream);
    if (!bytes) return failure(bytes.error());
    part.begin = memory.size();
    part.size = bytes->size();
    memory.insert(memory.end(), bytes->begin(), bytes->end());
    memory.push_back(std::byte{0});
  }
  std::shared_ptr<InputFile> file = from_memory(path, std::move(memory));
  file->parts_ = std::move(parts);
  return file;
}

InputFile::~InputFile() = default;
bool InputFile::lost_bytes() const { return false; }
FileChange InputFile::change() const { return FileChange::none; }
void InputFile::will_need(std::uint64_t, std::uint64_t) const {}

}  // namespace scrubjay
