#pragma once

#include "app/shared/source_mark.h"
#include "app/viewer/draw_context.h"

namespace scrubjay {

inline constexpr float kSourceBadge = 14;  ///< height, and least width [pixels at 100 %]

ImVec4 mark_color(const Theme& theme, const SourceMark& mark);

/// Width that a mark's badge takes [pixels]; 0 without letters.
float source_badge_width(const DrawContext& context, const SourceMark& mark);
/// The letters of a mark on its colour, from `x` on; nothing without letters. `strength` fades it,
/// from 0 to 1. Returns the width.
float draw_source_badge(const DrawContext& context, ImDrawList& list, float x, float middle,
                        const SourceMark& mark, float strength = 1);

}  // namespace scrubjay
