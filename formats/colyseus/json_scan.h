#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace scrubjay::colyseus {

/// Steps through JSON text of any size, member by member, and over what does not matter as fast as
/// its structure can be found. What is stepped over is not checked. Positions count from the
/// text's begin, a byte order mark included.
class JsonScan {
 public:
  explicit JsonScan(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  std::size_t position() const { return at_; }
  std::uint64_t place_of(std::string_view part) const {
    return static_cast<std::uint64_t>(part.data() - text_.data());
  }

  /// Calls `visit(key)` for each member of the object that comes; it must step over the value and
  /// return true. A value that is no object is stepped over. False where the text breaks.
  template <class Visit>
  bool members(Visit visit) {
    if (!comes('{')) return skip_value();
    ++at_;
    if (take('}')) return true;
    do {
      const auto key = string();
      if (!key || !take(':') || !visit(*key)) return false;
    } while (take(','));
    return take('}');
  }

  /// The same for an array: `visit()` must step over the item.
  template <class Visit>
  bool items(Visit visit) {
    if (!comes('[')) return skip_value();
    ++at_;
    if (take(']')) return true;
    do {
      skip_space();
      if (!visit()) return false;
    } while (take(','));
    return take(']');
  }

  /// The inside of the string that comes, escapes left in; nothing, and no step, for another value.
  std::optional<std::string_view> string();
  /// The text of the value that comes.
  std::optional<std::string_view> value();
  bool skip_value() { return value().has_value(); }

 private:
  void skip_space();
  bool comes(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    if (!comes(c)) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace scrubjay::colyseus
