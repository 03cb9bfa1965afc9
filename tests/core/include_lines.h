#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace scrubjay {

inline std::string_view without_indent(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// What an include line names, with its quote or bracket in front: `"core/frame.h` or `<vector`.
inline std::optional<std::string_view> included(std::string_view line) {
  line = without_indent(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = without_indent(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = without_indent(line.substr(7));
  const std::size_t end = line.find_first_of("\">", 1);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(0, end);
}

/// Calls `visit(file, number, line)` for each line of each source below `folder` of the tree; the
/// file is named from the root on. Returns how many files there are.
template <class Visit>
int for_each_source_line(std::string_view folder, Visit visit) {
  namespace fs = std::filesystem;
  const fs::path root = SCRUBJAY_SOURCE_DIR;
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".h" && path.extension() != ".cpp" && path.extension() != ".mm") {
      continue;
    }
    ++files;
    const std::string file = fs::relative(path, root).generic_string();
    std::ifstream stream(path);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) visit(file, number, line);
  }
  return files;
}

}  // namespace scrubjay
