#pragma once

#include <cstdint>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay::xrec {

/// What the headers of all packets that are still to be read promise: that no event in them is of
/// an earlier time or a lower frame. Made by a walk over the headers alone.
class RangesAhead {
 public:
  struct Least {
    double rtss = 0;
    std::int64_t frame = 0;
  };

  /// O(packets).
  explicit RangesAhead(Bytes file);

  /// Of the packets whose headers begin at or behind `offset`, and of a few before it.
  Least behind(std::uint64_t offset) const;

 private:
  /// Packets that begin in so many bytes of the file are one row, which bounds the memory.
  static constexpr unsigned kPieceBits = 16;

  std::vector<Least> rows_;  ///< by piece: the least of it and all behind
};

}  // namespace scrubjay::xrec
