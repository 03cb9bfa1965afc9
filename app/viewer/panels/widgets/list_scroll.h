#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrubjay {

/// Where a long list stands, in rows, so that a million rows scroll as exactly as ten do (pixels in
/// floats would not).
struct ListScroll {
  double top = 0;  ///< the row at the upper edge; a fraction is kept for wheels that turn by less
  std::optional<std::size_t> reveal;  ///< a row to scroll into view with the next picture
  double grabbed_at = 0;              ///< where the scroll bar's handle is held, as a share of it
  float height = 0;                   ///< of the rows in the last picture [pixels]
};

/// Since when the mouse rests on a row, so that what a row says besides its text does not flicker
/// by.
struct MouseRest {
  static constexpr double kLong = 0.4;  ///< [s]

  std::uint64_t row = 0;
  double since = 0;

  /// For the row under the mouse, each picture: true once it has been there for a while.
  bool is_long(std::uint64_t hovered, double now) {
    if (row != hovered) {
      row = hovered;
      since = now;
    }
    return now - since >= kLong;
  }
};

}  // namespace scrubjay
