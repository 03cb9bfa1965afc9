#include "formats/framebyframe/write/conversion_plan.h"

#include <algorithm>
#include <unordered_set>

#include "core/number_text.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/limits.h"

namespace scrubjay::framebyframe {

namespace {

// formats/framebyframe/README.md, 11
constexpr std::int64_t kMostEntity = (std::int64_t{1} << 45) - 1;

/// The number that `text` is, written as JSON would write it, in [first, last].
std::optional<std::int64_t> number_in(std::string_view text, std::int64_t first,
                                      std::int64_t last) {
  const auto value = number_from<std::int64_t>(text);
  const bool is_in_range = value && *value >= first && *value <= last;
  return is_in_range && format_number(*value).view() == text ? value : std::nullopt;
}

/// Whether `text` is a number of 2^63 or more, below 2^64.
bool is_large(std::string_view text) {
  const auto value = number_from<std::uint64_t>(text);
  return value && *value >> 63 != 0 && std::to_string(*value) == text;
}

/// What stands for a system that the format cannot hold. Axes of this format's own third system
/// change, its scale stays (formats/framebyframe/README.md, 16, item 10).
CoordinateSystem nearest_system(const CoordinateSystem& recorded, bool is_native) {
  CoordinateSystem nearest{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
  if (is_native) nearest.metres_per_unit = recorded.metres_per_unit;
  return nearest;
}

}  // namespace

std::optional<int> coord_system_of(const CoordinateSystem& system) {
  if (system.right != Axis::pos_x) return std::nullopt;
  if (system.up == Axis::pos_z && system.forward == Axis::pos_y) return 0;
  if (system.up == Axis::pos_y && system.forward == Axis::pos_z) return 1;
  return std::nullopt;
}

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  const RecordingInfo& info = request.recording->info();
  if (!request.coordinates) {
    return coord_system_of(info.coordinates)
               ? info.coordinates
               : nearest_system(info.coordinates, info.form() == kName);
  }
  if (coord_system_of(*request.coordinates)) return *request.coordinates;
  return failure(fatal_problem(
      "coordinates",
      "Frame by Frame cannot hold the coordinate system " + request.coordinates->name() + ".",
      "the axes of framebyframe-0 or framebyframe-1, with any scale"));
}

ConversionPlan::ConversionPlan(const WritePlan& frames, FileKind container, LossCounts& losses)
    : frames_(frames), is_native_(recording().info().form() == kName), container_(container) {
  name_clients(losses);
  name_entities(losses);
  choose_scene(losses);
}

/// Stream ids stay where all of them can; else streams are counted.
void ConversionPlan::name_clients(LossCounts& losses) {
  const Timeline& timeline = recording().timeline();
  bool all_fit = true;
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const Stream& stream = timeline.stream_info(StreamIndex(i));
    const std::int64_t first = is_native_ ? std::numeric_limits<std::int64_t>::min() : 0;
    const std::int64_t last =
        is_native_ ? std::numeric_limits<std::int64_t>::max() : limits::kMostClient;
    all_fit = all_fit && number_in(stream.id, first, last).has_value();
  }
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const Stream& stream = timeline.stream_info(StreamIndex(i));
    clients_.push_back(all_fit ? std::string(stream.id) : std::to_string(i));
    const std::string_view name = stream.name;
    const bool has_name = is_native_ || !name.empty();
    tags_.emplace_back(has_name ? name : std::string_view(recording().info().format));
  }
  if (!all_fit) losses.add(Loss::client_id, timeline.stream_count());
}

/// Ids that the format can hold stay, of several entities with one id the first one's. Others are
/// counted from 1 through what is free.
void ConversionPlan::name_entities(LossCounts& losses) {
  const std::size_t count = recording().entity_count();
  std::unordered_set<std::int64_t> taken;
  std::vector<EntityIndex> nameless;
  for (std::size_t i = 0; i < count; ++i) {
    const EntityInfo entity = recording().entity(EntityIndex(i));
    const auto most = std::numeric_limits<std::int64_t>::max();
    const auto number =
        is_native_ ? number_in(entity.id, -most, most) : number_in(entity.id, 1, kMostEntity);
    bool keeps_it = number || (is_native_ && is_large(entity.id));
    if (!is_native_) {
      std::vector<EntityIndex>& same = by_id_[entity.id];
      const auto is_neighbour = [&](EntityIndex other) {
        return recording().entity(other).stream == entity.stream;
      };
      keeps_it = keeps_it && std::ranges::none_of(same, is_neighbour);
      same.push_back(EntityIndex(i));
      if (keeps_it) taken.insert(number.value_or(0));
    }
    if (!keeps_it) nameless.push_back(EntityIndex(i));
  }
  std::int64_t next = 1;
  const auto take_next = [&] {
    while (taken.contains(next)) ++next;
    return std::to_string(next++);
  };
  for (const EntityIndex entity : nameless) numbered_.emplace(entity.value, take_next());
  losses.add(Loss::entity_id, nameless.size());
  recording_entity_ = take_next();
}

/// The level's name; the rest of the metadata has no place.
void ConversionPlan::choose_scene(LossCounts& losses) {
  if (is_native_) return;
  for (const auto& [name, value] : recording().info().metadata) {
    if (scene_.empty() && (name == "map" || name == "scene" || name == "level")) {
      scene_ = value;
    } else {
      losses.add(Loss::metadata);
    }
  }
}

std::string_view ConversionPlan::entity_id(EntityIndex entity) const {
  const auto numbered = numbered_.find(entity.value);
  return numbered != numbered_.end() ? numbered->second : recording().entity(entity).id;
}

std::optional<WrittenReference> ConversionPlan::reference(const Frame& frame,
                                                          std::string_view id) const {
  const auto same = by_id_.find(id);
  if (same == by_id_.end()) return std::nullopt;
  // Ids are used again: the one that lives now is meant, or else the newest of the stream's.
  EntityIndex meant;
  for (const EntityIndex entity : same->second) {
    const bool is_near = recording().entity(entity).stream == frame.stream;
    if (is_near || !meant.exists()) meant = entity;
    if (is_near && frame.find(entity) != nullptr) break;
  }
  return WrittenReference{recording().entity(meant).name, entity_id(meant)};
}

std::string_view ConversionPlan::client_id(StreamIndex stream) const {
  return clients_[stream.value];
}

std::optional<CoordinateSystem> ConversionPlan::target(FrameIndex frame) const {
  if (request().coordinates) return request().coordinates;
  const CoordinateSystem recorded = recording().reader().coordinates(recording(), frame);
  if (coord_system_of(recorded)) return std::nullopt;
  return nearest_system(recorded, is_native_);
}

}  // namespace scrubjay::framebyframe
