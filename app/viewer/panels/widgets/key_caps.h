#pragma once

#include <string_view>

#include "app/viewer/draw_context.h"

namespace scrubjay {

/// Keys, separated by '|', each in a box, in a row from `x` on between `top` and `bottom`. Returns
/// the width drawn.
float draw_key_caps(const DrawContext& context, float x, float top, float bottom,
                    std::string_view keys);
/// The width that this takes.
float key_caps_width(const DrawContext& context, std::string_view keys);

}  // namespace scrubjay
