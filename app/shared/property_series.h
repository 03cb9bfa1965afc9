#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// What a path names in a tree that copy_properties made.
struct FoundValue {
  PropertyTree::Node node = 0;
  int component = -1;     ///< 0 for x to 3 for w; below 0: the whole value
  bool is_whole = false;  ///< the path names it from the outermost property on
};

/// The property that `path` names: names joined with '/' from the outermost on ("stats/Health"), or
/// only the last of them, then the first that fits; a component of a vector behind a dot
/// ("position.x"). What `show` prints beside the properties is found as position, rotation, scale,
/// local/position.
std::optional<FoundValue> find_value(const PropertyTree& tree, std::string_view path);

/// One value over time: of a property, or one that is derived (`derived_path`, which goes before
/// properties of that name).
struct SeriesRequest {
  std::shared_ptr<const Recording> recording;  ///< indexed
  std::vector<EntityIndex> entities;           ///< that stand for one: they never live at once
  std::string path;
  std::optional<Seconds> from;  ///< none: from the first frame on
  std::optional<Seconds> to;    ///< closed; none: to the last frame
  std::optional<CoordinateSystem> coordinates;
  std::vector<EntityIndex> others = {};  ///< of a derived value between two; as entities
};

/// One value as it was in each frame in which the entity had the property, or what it is derived
/// from, in time order.
struct Series {
  std::string property;                    ///< the path that was found, in full
  PropertyType type = PropertyType::null;  ///< of all values; number where some are integers
  std::string unit;
  std::vector<FrameIndex> frames;
  std::vector<std::string> values;  ///< as JSON
  std::vector<Problem> problems;    ///< found while decoding, folded
};

/// Reads all frames asked for, on several threads. `progress(done, total)` is called now and then,
/// in frames. Nothing when it was cancelled; a series without samples when the entity never has
/// such a property.
std::optional<Series> read_series(
    const SeriesRequest& request, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress);

/// The frames [first, second) whose time lies in the closed range; none: without a limit.
std::pair<std::size_t, std::size_t> frames_between(const Timeline& timeline,
                                                   std::optional<Seconds> from,
                                                   std::optional<Seconds> to);

}  // namespace scrubjay
