#pragma once

#include <atomic>
#include <memory>

#include "core/problem.h"
#include "core/scenery.h"
#include "scenery/level_builder.h"

namespace scrubjay {

/// The scenery with all that the level has. Errors, all fatal: "cancelled"; where nothing is there
/// to be shown, the first error among its problems, or "no-geometry".
Result<std::shared_ptr<const Scenery>> finished_level(std::shared_ptr<Scenery> scenery,
                                                      LevelBuilder& level,
                                                      const std::atomic<bool>& cancelled);

}  // namespace scrubjay
