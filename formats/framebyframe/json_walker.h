#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/timeline.h"

namespace scrubjay::framebyframe {

/// Walks over the upper levels of a JSON text of any size: what lies deeper is passed over by the
/// structural scan. Nothing is decoded and no memory taken.
///
/// A step that fails leaves the walker where it failed: `is_cut()` tells whether because the text
/// ends there, or because something else stands there than should.
class JsonWalker {
 public:
  explicit JsonWalker(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  std::string_view text() const { return text_; }
  /// Where the next byte is.
  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }
  /// Whether only white space is left.
  bool at_end() {
    pass_white_space();
    return at_ == text_.size();
  }
  /// The next byte that is no white space, not taken; 0 at the end.
  char peek() {
    pass_white_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  /// Takes `c` if it is next, with white space before it.
  bool take(char c) {
    if (peek() != c || c == '\0') return false;
    ++at_;
    return true;
  }
  /// Takes commas, however many; how many.
  std::size_t take_commas();
  /// A key and its colon. Gives the text between the quotes, escapes and all.
  std::optional<std::string_view> key();
  /// Passes one value and tells where it is. A container's closing bracket must be of the kind of
  /// its opening one.
  std::optional<ByteRange> value();

  std::string_view view(ByteRange range) const {
    return text_.substr(static_cast<std::size_t>(range.begin),
                        static_cast<std::size_t>(range.size));
  }
  /// After a failure: the text ends before the value does.
  bool is_cut() const { return is_cut_; }

 private:
  void pass_white_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return;
      ++at_;
    }
  }
  bool fail(bool is_cut) {
    is_cut_ = is_cut;
    return false;
  }

  std::string_view text_;
  std::size_t at_;
  bool is_cut_ = false;
};

}  // namespace scrubjay::framebyframe
