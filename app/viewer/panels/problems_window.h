#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/panel.h"

namespace scrubjay {

/// What the badge in the menu bar tells.
struct ProblemSummary {
  std::size_t count = 0;  ///< equal ones counted once
  std::optional<Severity> worst;
};

/// The problems of all open recordings and of files that did not open. O(problems), of which a
/// recording keeps at most a few hundred.
ProblemSummary summarise_problems(const Workspace& workspace);

/// All that is known of a problem, as lines for the clipboard.
std::string details_text(std::string_view path, const Problem& problem);

/// A shape for each severity, told apart without colour: circle, triangle, square.
void draw_severity(const Theme& theme, ImVec2 center, float radius, Severity severity);

}  // namespace scrubjay
