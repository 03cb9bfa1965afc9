#pragma once

#include <cstdint>
#include <string_view>

namespace scrubjay {

/// FNV-1a of 64 bits: the same in every run, for names of files. From any beginning, so that it can
/// be gone on with.
constexpr std::uint64_t fnv_hash(std::string_view text, std::uint64_t hash = 0xCBF29CE484222325) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

}  // namespace scrubjay
