#include "app/viewer/panels/windows/palette_properties.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/shared/property_copy.h"
#include "app/viewer/scenery/roads_below.h"
#include "core/place_properties.h"

namespace scrubjay {

namespace {

constexpr std::uint32_t kMostNodes = 2000;  ///< of an entity, that are listed
constexpr std::size_t kMostPaths = 4000;
constexpr std::size_t kMostEntities = 5000;  ///< of a frame, whose properties are looked at

/// The properties that are found, each path once a recording: of the entity that had it first.
class PropertyList {
 public:
  PropertyList(const PanelContext& context, std::vector<PaletteProperty>& out)
      : context_(context), out_(out) {
    out_.clear();
  }

  void add(const MomentFrame& moment, const Entity& entity) {
    const EntityRef ref{moment.ref.recording, entity.index};
    // Most entities are built as another one is, which is found out quicker than what their paths
    // are.
    if (!shapes_.emplace(ref.recording, shape_of(*moment.frame, entity)).second) return;
    place_.clear();
    append_place(*moment.frame, entity, place_);
    add_leaves(place_, {0, place_.size()}, ref);
    add_leaves(moment.frame->tree, entity.properties, ref);
    add_road_values(moment, ref);
  }

 private:
  /// The same for entities that have properties of the same names, one in another in the same way.
  static std::size_t shape_of(const Frame& frame, const Entity& entity) {
    std::size_t shape = static_cast<std::size_t>(entity.kind) * 4 +
                        (entity.world.position ? 2 : 0) + (entity.box ? 1 : 0);
    const std::hash<std::string_view> hash;
    const PropertyRange range = entity.properties;
    for (std::uint32_t i = 0; i < std::min(range.count, kMostNodes); ++i) {
      const PropertyNode& node = frame.tree[range.first + i];
      shape = shape * 31 + (hash(node.name) ^ node.subtree);
    }
    return shape;
  }

  /// Groups are found by what is in them.
  void add_leaves(const PropertyTree& tree, PropertyRange range, EntityRef ref) {
    const PropertyTree::Node end = range.first + std::min(range.count, kMostNodes);
    for (PropertyTree::Node node = range.first; node < end; ++node) {
      if (tree[node].subtree == 1) add_path(path_below(tree, range.first, node), ref);
    }
  }

  /// What follows from the roads under an entity, where it has one.
  void add_road_values(const MomentFrame& moment, EntityRef ref) {
    const auto over = context_.caches.of<RoadsBelow>().of(
        context_.session().recordings[ref.recording].recording.get());
    if (over == nullptr) return;
    const RoadsOfRecording& roads = over->roads();
    if (!road_values_of(ref.entity, *moment.frame, nullptr, *roads.roads, roads.placement)) return;
    for (const RoadValueInfo& info : road_value_infos()) add_path(std::string(info.path), ref);
  }

  void add_path(std::string path, EntityRef ref) {
    if (out_.size() >= kMostPaths || !paths_.emplace(ref.recording, path).second) return;
    out_.push_back({ref, std::move(path)});
  }

  const PanelContext& context_;
  std::vector<PaletteProperty>& out_;
  PropertyTree place_;
  std::set<std::pair<std::size_t, std::size_t>> shapes_;  ///< with the recording
  std::set<std::pair<std::size_t, std::string>> paths_;   ///< with the recording
};

}  // namespace

bool list_properties_to_find(const PanelContext& context, PaletteSearch& search) {
  PropertyList list(context, search.properties);
  const auto primary = primary_selection(context.state);
  const MomentFrame* const shown = primary ? context.moment.frame_of(*primary) : nullptr;
  if (shown != nullptr) list.add(*shown, *shown->frame->find(primary->entity));
  bool is_current = true;
  for (const MomentFrame& moment : context.moment.frames) {
    is_current = is_current && moment.is_current;
    if (moment.frame == nullptr) continue;
    for (const Entity& entity :
         std::span(moment.frame->entities) | std::views::take(kMostEntities)) {
      list.add(moment, entity);
    }
  }
  return is_current;
}

}  // namespace scrubjay
