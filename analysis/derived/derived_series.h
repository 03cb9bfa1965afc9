#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/derived/derived_value.h"
#include "core/recording.h"

namespace scrubjay {

/// One derived value over time.
struct DerivedRequest {
  std::shared_ptr<const Recording> recording;  ///< indexed
  DerivedValue value = DerivedValue::speed;
  EntityIndex entity;
  EntityIndex other = {};  ///< of a value between two; in frames of one stream both have to live
  std::size_t first = 0;   ///< frames [first, end); those before that count are read as well
  std::size_t end = static_cast<std::size_t>(-1);
  std::optional<CoordinateSystem> coordinates = {};  ///< whose axes vectors have; none: as recorded
};

/// A value for each frame that has one, in time order.
struct DerivedSeries {
  std::vector<FrameIndex> frames;
  std::vector<glm::dvec3> values;  ///< a single number is x
  std::vector<Problem> problems;   ///< found while decoding the frames asked for, folded
};

/// Reads all frames that it needs, on several threads; `progress(done, total)` is called now and
/// then, in frames. Nothing when it was cancelled.
std::optional<DerivedSeries> read_derived(
    const DerivedRequest& request, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace scrubjay
