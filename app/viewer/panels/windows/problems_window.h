#pragma once

#include <cstddef>
#include <functional>
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

/// One row of the list.
struct ListedProblem {
  std::string_view path;                 ///< of its file
  std::optional<std::size_t> recording;  ///< nothing: of a file that did not open
  const Problem& problem;
};

/// All that is listed, in order: of files that did not open, of what is open, of the frames shown
/// in `moment`. O(problems), of which a recording keeps at most a few hundred.
void visit_problems(const Workspace& workspace, const Moment& moment,
                    const std::function<void(const ListedProblem&)>& visit);

/// Of all that is listed.
ProblemSummary summarise_problems(const Workspace& workspace, const Moment& moment);

/// All that is known of a problem, as lines for the clipboard.
std::string details_text(std::string_view path, const Problem& problem);

/// A shape for each severity, told apart without colour: circle, triangle, square.
void draw_severity(const Theme& theme, ImVec2 center, float radius, Severity severity);

}  // namespace scrubjay
