#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::colyseus {

/// The strings of a tree, each with a row of its own that is used again once it is free. A view
/// holds until its row is changed or a row is added.
class TextPool {
 public:
  std::uint32_t add(std::string_view text) {
    if (free_.empty()) {
      texts_.emplace_back(text);
      return static_cast<std::uint32_t>(texts_.size() - 1);
    }
    const std::uint32_t row = free_.back();
    free_.pop_back();
    texts_[row].assign(text);
    return row;
  }
  void set(std::uint32_t row, std::string_view text) { texts_[row].assign(text); }
  void remove(std::uint32_t row) {
    // A long text that is gone does not hold its memory.
    if (texts_[row].capacity() > kKeptCapacity) texts_[row] = std::string();
    free_.push_back(row);
  }
  std::string_view operator[](std::uint32_t row) const { return texts_[row]; }

  void clear() {
    texts_.clear();
    free_.clear();
  }
  /// O(rows).
  std::size_t bytes() const {
    std::size_t total =
        texts_.capacity() * sizeof(std::string) + free_.capacity() * sizeof(free_[0]);
    for (const std::string& text : texts_) total += text.capacity();
    return total;
  }

 private:
  static constexpr std::size_t kKeptCapacity = 256;

  std::vector<std::string> texts_;
  std::vector<std::uint32_t> free_;
};

}  // namespace scrubjay::colyseus
