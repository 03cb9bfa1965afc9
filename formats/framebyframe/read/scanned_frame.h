#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "core/timeline.h"

namespace scrubjay::framebyframe {

/// A frame as the scan of the whole text finds it.
struct ScannedFrame {
  ByteRange bytes;                                                ///< of its object
  double server_time = std::numeric_limits<double>::quiet_NaN();  ///< ms; that where it is missing
  std::int64_t client = 0;                                        ///< its clientId
  bool is_bare = false;  ///< stands outside of any wrapper: perhaps a dump

  /// Keeps what orders a frame, of a member of its object whose value is that JSON text.
  void note(std::string_view key, std::string_view token);
};

}  // namespace scrubjay::framebyframe
