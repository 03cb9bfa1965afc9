#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/byte_reader.h"

namespace scrubjay {

/// Asks the processor to have the memory there near soon, and waits for nothing. What is far apart
/// and asked for first comes all at once, where reading it one after another would wait for each.
inline void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
  __builtin_prefetch(place);
#endif
}

/// The same for the first bytes, at most `most`.
inline void prefetch(Bytes bytes, std::size_t most = SIZE_MAX) {
  constexpr std::size_t kCacheLine = 64;
  const std::size_t size = std::min(bytes.size(), most);
  for (std::size_t at = 0; at < size; at += kCacheLine) prefetch(&bytes[at]);
}

}  // namespace scrubjay
