#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/byte_reader.h"
#include "core/problem.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// Decompresses blocks one after another into one buffer (formats/xrec/README.md, 4.6). Once the
/// buffer and the libraries' contexts are warm, another block of that size allocates nothing. One
/// per thread.
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;

  /// False for a method that the layout does not have.
  static bool knows(std::uint8_t compression);

  /// Exactly `promised` bytes, or why not, as a sentence. They live until the next call; those of
  /// `none` are the block itself. `promised` must be within limits::kMostBlockBytes: it is
  /// allocated.
  std::expected<Bytes, std::string> decompress(Compression method, Bytes block,
                                               std::uint64_t promised);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t capacity_ = 0;
};

}  // namespace scrubjay::xrec
