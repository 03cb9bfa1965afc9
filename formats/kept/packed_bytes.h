#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay::kept {

// Bytes as a file holds them: u64 size, then a zstd frame of that many bytes.

/// Appends `bytes`, packed. False when there is no memory for it.
bool pack(Bytes bytes, std::vector<std::byte>& out);

/// Unpacks again and again with one decompressor.
class Unpacker {
 public:
  Unpacker();
  ~Unpacker();

  /// Replaces `out`. Null, or what is wrong as a phrase: more than `most` bytes are promised, or
  /// the frame is not whole.
  const char* unpack(Bytes packed, std::uint64_t most, std::vector<std::byte>& out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace scrubjay::kept
