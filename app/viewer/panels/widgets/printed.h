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
  return std::string(buffer.data(), static_cast<std::size_t>(std::max(size, 0)));
}

}  // namespace scrubjay
