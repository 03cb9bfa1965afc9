#pragma once

#include <cstddef>
#include <optional>

namespace scrubjay {

/// Where a long list stands, in rows, so that a million rows scroll as exactly as ten do (pixels in
/// floats would not).
struct ListScroll {
  double top = 0;                     ///< the row at the upper edge, with its fraction
  std::optional<std::size_t> reveal;  ///< a row to scroll into view with the next picture
  double grabbed_at = 0;              ///< where the scroll bar's handle is held, as a share of it
};

}  // namespace scrubjay
