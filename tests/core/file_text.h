#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace scrubjay {

/// The whole file; empty where it cannot be read.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace scrubjay
