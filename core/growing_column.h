#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace scrubjay {

/// A column that one thread appends to while others read: what was appended never moves and never
/// changes, so a reader needs no lock.
///
/// Elements live in chunks that double: chunk k holds kFirst * 2^k elements. Element i is found by
/// j = i + kFirst: the place of j's highest bit says which chunk, the bits below it where inside.
///
///     i:      0 .. 1023 | 1024 .. 3071 | 3072 .. 7167 | ...
///     chunk:      0     |      1       |      2       | ...
///
/// append: O(1), writer only. operator[] and size: O(1), any thread; an element may be read when
/// its row is below a size() that this thread has seen.
template <class T>
class GrowingColumn {
 public:
  static constexpr std::size_t kFirst = 1024;

  GrowingColumn() = default;
  GrowingColumn(const GrowingColumn&) = delete;
  GrowingColumn& operator=(const GrowingColumn&) = delete;

  ~GrowingColumn() {
    clear();
    for (std::size_t k = 0; k < chunks_.size(); ++k) {
      if (T* chunk = chunks_[k].load(std::memory_order_relaxed)) {
        std::allocator<T>().deallocate(chunk, kFirst << k);
      }
    }
  }

  /// Empties it, keeping storage. Nobody may have read an element yet.
  void clear() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (std::size_t i = 0, n = size(); i < n; ++i) std::destroy_at(&at(i));
    }
    size_.store(0, std::memory_order_release);
  }

  /// Adds one element and makes it visible to readers.
  template <class... Args>
  T& append(Args&&... args) {
    const std::size_t i = size_.load(std::memory_order_relaxed);
    const Place place = place_of(i);
    T* chunk = chunks_[place.chunk].load(std::memory_order_relaxed);
    if (chunk == nullptr) {
      chunk = std::allocator<T>().allocate(kFirst << place.chunk);
      chunks_[place.chunk].store(chunk, std::memory_order_release);
    }
    T* element = std::construct_at(chunk + place.offset, std::forward<Args>(args)...);
    size_.store(i + 1, std::memory_order_release);
    return *element;
  }

  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  bool empty() const { return size() == 0; }

  const T& operator[](std::size_t i) const { return at(i); }

  /// For the one writer, and for fields that are atomic themselves.
  T& writable(std::size_t i) { return at(i); }

  /// Bytes held by chunks, whether filled or not.
  std::size_t bytes() const {
    std::size_t total = 0;
    for (std::size_t k = 0; k < chunks_.size(); ++k) {
      if (chunks_[k].load(std::memory_order_relaxed) != nullptr) total += sizeof(T) * (kFirst << k);
    }
    return total;
  }

 private:
  struct Place {
    std::size_t chunk;
    std::size_t offset;
  };

  static Place place_of(std::size_t i) {
    const std::size_t j = i + kFirst;
    // The same as the place of j's highest bit less that of kFirst; compilers see that it is not
    // negative.
    const auto chunk = static_cast<std::size_t>(std::bit_width(i / kFirst + 1) - 1);
    return {chunk, j - (kFirst << chunk)};
  }

  T& at(std::size_t i) const {
    const Place place = place_of(i);
    T* chunk = chunks_[place.chunk].load(std::memory_order_acquire);
    assert(chunk != nullptr);
    return chunk[place.offset];
  }

  std::array<std::atomic<T*>, 40> chunks_{};
  std::atomic<std::size_t> size_{0};
};

/// The first row in [0, count) for which `before(row)` is false; rows must be ordered so that
/// `before` is true first and false after. O(log count).
template <class Before>
std::size_t partition_row(std::size_t count, Before before) {
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace scrubjay
