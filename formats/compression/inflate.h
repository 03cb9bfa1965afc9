#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/byte_reader.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::compression {

/// The text inside of compressed bytes, as a stream: gzip (several members one after another, too),
/// zlib, and both in base64. Memory does not grow with either side.
class Inflater {
 public:
  enum class State : std::uint8_t {
    more,
    whole,    ///< the stream has its end mark and its checksum is right
    cut,      ///< the bytes end before the stream does
    damaged,  ///< what comes is no such stream, or its checksum is wrong
  };

  /// `bytes` and `form`, which is compressed, must outlive it.
  Inflater(Bytes bytes, const OuterForm& form);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills `out` from its beginning and returns how much of it: less than all only at the end,
  /// where state() tells why.
  std::size_t read(std::span<char> out);
  State state() const { return state_; }
  /// Bytes taken of the compressed ones.
  std::uint64_t bytes_taken() const { return taken_; }

 private:
  struct Stream;

  bool refill();

  Bytes bytes_;
  std::uint64_t taken_;
  State state_ = State::more;
  std::unique_ptr<Stream> stream_;
};

}  // namespace scrubjay::compression
