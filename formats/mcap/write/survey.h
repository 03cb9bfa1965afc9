#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "formats/mcap/write/losses.h"
#include "formats/mcap/write/seen_properties.h"
#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// Bytes of frames that may wait for their turn, in either pass, about.
inline constexpr std::size_t kMostWaitingBytes = std::size_t{12} << 20;

/// What is known of a recording before its messages are written.
struct Survey {
  SeenProperties names;
  std::vector<SeenProperties::Forms> entities;  ///< by row of the plan
  SeenProperties::Forms frames;
  std::vector<bool> has_places;  ///< by stream
  std::vector<bool> has_shapes;
  LossCounts losses;  ///< of all properties: what their types alone tell
};

/// Decodes all frames once, in those coordinates; `progress` gets how many are done. False when
/// cancelled.
bool make_survey(const WritePlan& plan, const CoordinateSystem& coordinates,
                 const std::atomic<bool>& cancelled,
                 const std::function<void(std::uint64_t)>& progress, Survey& survey);

}  // namespace scrubjay::mcap
