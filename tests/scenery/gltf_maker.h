#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tests/core/bytes_of.h"

namespace scrubjay {

/// Bytes of a buffer, number by number, little endian.
class BinaryMaker {
 public:
  template <class T>
  BinaryMaker& add(std::initializer_list<T> numbers) {
    static_assert(std::endian::native == std::endian::little);
    for (const T number : numbers) {
      const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
      bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
    }
    return *this;
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

inline void add_u32(std::vector<std::byte>& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFFU));
}

/// A .glb of JSON, filled up with spaces, and a binary chunk, which is left out where it is empty.
inline std::vector<std::byte> glb_of(std::string json, std::vector<std::byte> binary) {
  while (json.size() % 4 != 0) json += ' ';
  while (binary.size() % 4 != 0) binary.emplace_back();
  std::vector<std::byte> out = bytes_of("glTF");
  const std::size_t chunk = binary.empty() ? 0 : 8 + binary.size();
  add_u32(out, 2);
  add_u32(out, static_cast<std::uint32_t>(20 + json.size() + chunk));
  add_u32(out, static_cast<std::uint32_t>(json.size()));
  add_u32(out, 0x4E4F534A);
  const std::vector<std::byte> text = bytes_of(json);
  out.insert(out.end(), text.begin(), text.end());
  if (binary.empty()) return out;
  add_u32(out, static_cast<std::uint32_t>(binary.size()));
  add_u32(out, 0x004E4942);
  out.insert(out.end(), binary.begin(), binary.end());
  return out;
}

}  // namespace scrubjay
