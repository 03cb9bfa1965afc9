#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrubjay::framebyframe {

inline constexpr std::size_t kNoPlace = std::string_view::npos;

/// How the frames of a text begin: what one has from its brace to the closing quote of its first
/// key. Frames of one writer mostly begin alike, and nothing inside of them does.
class FrameBeginning {
 public:
  FrameBeginning() = default;
  /// As the frame does that begins at `begin`. Unknown where that is longer than keys are, or no
  /// key. `text` must outlive it.
  FrameBeginning(std::string_view text, std::size_t begin);

  bool is_known() const { return !beginning_.empty(); }
  bool stands_at(std::size_t at) const { return text_.substr(at).starts_with(beginning_); }
  /// The first place in [from, end) of the text where a frame may begin; kNoPlace where there is
  /// none.
  std::size_t find(std::size_t from, std::size_t end) const;
  /// What stands before that place, white space passed over; 0 at the beginning of the text.
  char before(std::size_t at) const;

 private:
  std::string_view text_;
  std::string_view beginning_;
};

/// Whether the object that begins there is whole, and has entities.
bool is_whole_frame(std::string_view text, std::size_t at);

/// Whether a frame that has taken the next ones in may be that large: those beside each other are
/// mostly of one size, so that few have to be looked into.
constexpr bool may_hold_frames(std::uint64_t bytes, std::uint64_t bytes_before) {
  return bytes > bytes_before + bytes_before / 4;
}

}  // namespace scrubjay::framebyframe
