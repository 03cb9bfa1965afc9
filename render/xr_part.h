#pragma once

#include <cstdint>
#include <string_view>

namespace scrubjay {

/// What of a person in an XR headset a recorded object is.
enum class XrPart : std::uint8_t { none, head, left_hand, right_hand };

/// By the name that it has in most engines ("Head", "HMD", "LeftHand", "right hand", "Hand_L",
/// "LeftController"), without regard to case, spaces, `_` and `-`. A head is one only beside hands:
/// turrets have heads, too.
XrPart xr_part(std::string_view name);

}  // namespace scrubjay
