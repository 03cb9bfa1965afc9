#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace scrubjay {

/// What printf would print, up to 400 characters.
template <class... Args>
std::string printed(const char* format, Args... args) {
  std::array<char, 400> buffer;
  const int size = std::snprintf(buffer.data(), buffer.size(), format, args...);
  const auto most = static_cast<int>(buffer.size()) - 1;
  return std::string(buffer.data(), static_cast<std::size_t>(std::clamp(size, 0, most)));
}

}  // namespace scrubjay
