#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ascii.h"
#include "core/growing_column.h"
#include "core/ids.h"

namespace scrubjay {

/// Strings appended to blocks that never move: a returned view lives until `clear` or the arena's
/// end. `clear` keeps the blocks, so refilling an arena of the same size allocates nothing.
class TextArena {
 public:
  /// A copy of `text` inside the arena, followed by a NUL that is not part of the view.
  std::string_view add(std::string_view text);

  void clear();
  std::size_t bytes() const;

 private:
  struct Block {
    std::unique_ptr<char[]> data;
    std::size_t capacity = 0;
    std::size_t used = 0;
  };
  std::vector<Block> blocks_;
  std::size_t current_ = 0;
};

/// Every distinct string once, numbered in order of first appearance. One thread adds; others may
/// read ids that they got from published data. Views live as long as the table.
class TextTable {
 public:
  TextId add(std::string_view text);
  std::string_view operator[](TextId id) const { return texts_[id.value]; }
  std::size_t size() const { return texts_.size(); }
  /// Forgets all texts; nobody may have asked for one yet.
  void clear();
  /// The id of `text` if it was added. For the adding thread only.
  TextId find(std::string_view text) const;
  /// Bytes held, about. For the adding thread, or when nobody adds any more.
  std::size_t bytes() const;

 private:
  TextArena arena_;
  GrowingColumn<std::string_view> texts_;
  std::unordered_map<std::string_view, TextId> ids_;
};

/// ASCII letters in lower case, all else as it is.
std::string lower_case(std::string_view text);

/// Of a sentence what may stand within another one: without the capital that begins it and the
/// point that ends it.
std::string clause_of(std::string_view sentence);

/// Letters compared without case, also those of other alphabets; SQL's own names are ASCII.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// True when `part` occurs in `text`, letters compared without case. An empty part is in all.
bool contains_ignoring_case(std::string_view text, std::string_view part);

/// Cuts the first word off `text`, words being parted by spaces and tabs. Empty: there is none.
std::string_view next_word(std::string_view& text);

/// `text` as valid UTF-8: each byte that does not belong to a valid sequence becomes U+FFFD.
std::string valid_utf8(std::string_view text);
bool is_valid_utf8(std::string_view text);

/// Bytes of the character that begins `text`, which is valid UTF-8, when it could steer a terminal
/// or show a text in another order than it has: controls of C0 and C1, line and paragraph
/// separators, bidirectional embeddings, overrides and isolates. 0 for all others and for no text.
std::size_t steering_bytes(std::string_view text);
/// The code point of the character of `size` bytes that begins `text`, which is valid UTF-8.
char32_t code_point(std::string_view text, std::size_t size);

/// "a, b": names with something between them.
std::string joined(std::span<const std::string_view> names, std::string_view between = ", ");
/// The same of what `text_of` says of each item.
template <class Items, class TextOf>
std::string joined_by(const Items& items, TextOf text_of, std::string_view between = ", ") {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += between;
    text += std::invoke(text_of, item);
  }
  return text;
}

}  // namespace scrubjay
