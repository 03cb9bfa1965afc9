#include "scenery/level_outcome.h"

#include <algorithm>
#include <string>
#include <utility>

namespace scrubjay {

Result<std::shared_ptr<const Scenery>> finished_level(std::shared_ptr<Scenery> scenery,
                                                      LevelBuilder& level,
                                                      const std::atomic<bool>& cancelled) {
  const std::string vertices = std::to_string(level.vertices());
  const std::string triangles = std::to_string(level.triangles());
  if (cancelled || !level.finish(*scenery, cancelled)) {
    return failure(fatal_problem("cancelled", "Reading the scenery was cancelled."));
  }
  if (scenery->meshes.empty() && scenery->lines.empty()) {
    const auto why = std::ranges::find(scenery->problems, Severity::error, &Problem::severity);
    if (why == scenery->problems.end()) {
      return failure({.severity = Severity::fatal,
                      .code = "no-geometry",
                      .message = "The file has nothing to show.",
                      .expected = "triangles or lines",
                      .found = "neither"});
    }
    Problem fatal = std::move(*why);
    fatal.severity = Severity::fatal;
    return failure(std::move(fatal));
  }
  scenery->facts.emplace_back("vertices", vertices);
  scenery->facts.emplace_back("triangles", triangles);
  return scenery;
}

}  // namespace scrubjay
