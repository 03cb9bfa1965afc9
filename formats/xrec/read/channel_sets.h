#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/growing_column.h"

namespace scrubjay::xrec {

/// A set of channels of objects, by numbers, that may also hold some that nobody added: number c is
/// bit c modulo 1024. It is kept folded to halves, quarters, ... too, to be compared with smaller
/// sets: level w has w words, and stands at [w, 2 w).
class ChannelMask {
 public:
  static constexpr std::size_t kWords = 16;

  void clear() { words_.fill(0); }
  void add(std::uint32_t channel) {
    words_[kWords + channel / 64 % kWords] |= std::uint64_t{1} << (channel % 64);
  }
  /// Once all were added.
  void fold() {
    for (std::size_t w = kWords / 2; w > 0; w /= 2) {
      for (std::size_t i = 0; i < w; ++i) words_[w + i] = words_[2 * w + i] | words_[3 * w + i];
    }
  }
  std::span<const std::uint64_t> level(std::size_t words) const {
    return std::span(words_).subspan(words, words);
  }

 private:
  std::array<std::uint64_t, 2 * kWords> words_{};
};

/// Which channels each packet sets, in 8 to 128 bytes a packet. One thread appends while others
/// read.
class ChannelSets {
 public:
  struct Ref {
    std::uint32_t first = 0;
    std::uint32_t words = 0;  ///< a power of two, 0 for none
  };

  /// `count` channels are in the mask, which is folded.
  Ref append(const ChannelMask& mask, std::size_t count) {
    if (count == 0) return {};
    const std::size_t words = std::min(std::bit_ceil(count / 16 + 1), ChannelMask::kWords);
    const Ref ref{static_cast<std::uint32_t>(words_.size()), static_cast<std::uint32_t>(words)};
    for (const std::uint64_t word : mask.level(words)) words_.append(word);
    return ref;
  }

  /// False only where no channel is in both.
  bool meets(Ref ref, const ChannelMask& mask) const {
    const auto level = mask.level(ref.words);
    for (std::size_t i = 0; i < ref.words; ++i) {
      if ((words_[ref.first + i] & level[i]) != 0) return true;
    }
    return false;
  }

  void clear() { words_.clear(); }
  std::size_t size() const { return words_.size(); }

  const GrowingColumn<std::uint64_t>& words() const { return words_; }
  GrowingColumn<std::uint64_t>& words() { return words_; }

 private:
  GrowingColumn<std::uint64_t> words_;
};

}  // namespace scrubjay::xrec
