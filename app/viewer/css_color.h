#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

namespace scrubjay {

/// A colour as CSS writes it: #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() and rgba() with commas or
/// spaces, hsl() and hsla(), "transparent", and the 148 names; without regard to case. Nothing for
/// other texts.
std::optional<ImVec4> parse_css_color(std::string_view text);

/// Ratio of the luminances of two opaque colours, 1 to 21, as WCAG 2.1 defines contrast.
float contrast(const ImVec4& a, const ImVec4& b);

/// `color` made opaque, and lighter or darker as far as needed for a contrast of `least` with
/// `background`: a colour out of a recording that can be read in this theme.
ImVec4 readable_on(const ImVec4& color, const ImVec4& background, float least);

/// `amount` of `over` laid on `under`; opaque.
ImVec4 mixed(const ImVec4& under, const ImVec4& over, float amount);

}  // namespace scrubjay
