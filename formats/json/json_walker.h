#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/timeline.h"
#include "formats/json/json_token.h"

namespace scrubjay {

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

  bool pass_value() { return value().has_value(); }
  /// The inside of the string that comes, escapes left in; nothing, and no step, for another value.
  std::optional<std::string_view> string();

  /// Calls `visit(key)` for each member of the object that comes; it must pass the value and return
  /// true. A value that is no object is passed. False where the text breaks.
  template <class Visit>
  bool members(Visit visit) {
    if (peek() != '{') return pass_value();
    ++at_;
    if (take('}')) return true;
    do {
      const auto name = key();
      if (!name || !visit(*name)) return false;
    } while (take(','));
    return take('}');
  }
  /// The same for an array: `visit()` must pass the item.
  template <class Visit>
  bool items(Visit visit) {
    if (peek() != '[') return pass_value();
    ++at_;
    if (take(']')) return true;
    do {
      pass_white_space();
      if (!visit()) return false;
    } while (take(','));
    return take(']');
  }

  std::string_view view(ByteRange range) const {
    return text_.substr(static_cast<std::size_t>(range.begin),
                        static_cast<std::size_t>(range.size));
  }
  /// After a failure: the text ends before the value does.
  bool is_cut() const { return is_cut_; }

 private:
  void pass_white_space() { at_ = skip_json_space(text_, at_); }
  std::nullopt_t fail(bool is_cut) {
    is_cut_ = is_cut;
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_;
  bool is_cut_ = false;
};

}  // namespace scrubjay
