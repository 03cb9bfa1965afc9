#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace scrubjay {

/// What texts are called by which people know what has them, the best first. Where they stand
/// beside others as properties, they have PropertyRole::label.
inline constexpr std::array<std::string_view, 5> kLabelNames{"name", "username", "nickname",
                                                             "displayName", "label"};

inline bool is_label_name(std::string_view name) {
  return std::ranges::find(kLabelNames, name) != kLabelNames.end();
}

}  // namespace scrubjay
