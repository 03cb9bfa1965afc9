#include "app/viewer/panels/properties/derived_rows.h"

#include <array>
#include <cmath>
#include <memory>

#include "analysis/derived/derived_value.h"
#include "app/shared/value_plots.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/scenery/roads_below.h"
#include "core/platform/input_file.h"

namespace scrubjay {

namespace {

struct KnownValue {
  std::array<double, ValuePlot::kMostComponents> numbers{};
  std::size_t count = 0;
};

/// Beside derived_values(): what there is at the frame of an entity.
std::vector<KnownValue> known_values(const PanelContext& context, EntityRef of, EntityIndex other,
                                     FrameIndex frame) {
  std::vector<KnownValue> known(derived_values().size());
  const Recording& recording = *context.session().recordings[of.recording].recording;
  const Seconds time = recording.timeline().time(frame);
  const ValuePlots::Found found = context.caches.of<ValuePlots>().found();
  for (std::size_t i = 0; i < known.size(); ++i) {
    const DerivedValueInfo& info = derived_values()[i];
    if (info.is_of_two && !other.exists()) continue;
    const PlottedValue value{of, std::string(info.path), info.is_of_two ? other : EntityIndex()};
    const ValuePlot* const plot = found.find(&recording, plot_request(context.state, value));
    if (plot == nullptr || plot->looked_at() <= frame.value) continue;
    const auto sample = plot->at(time);
    if (!sample || std::isnan(plot->value(*sample, 0))) continue;
    known[i].count = plot->components();
    for (std::size_t part = 0; part < plot->components(); ++part) {
      known[i].numbers[part] = plot->value(*sample, part);
    }
  }
  return known;
}

void append_value(const DerivedValueInfo& info, const KnownValue& value, PropertyTree& out) {
  const std::string_view name = info.path.substr(kDerivedPrefix.size());
  if (value.count == 1) {
    out.number(name, value.numbers[0], Precision::float64, info.unit);
  } else {
    out.vec3(name, {value.numbers[0], value.numbers[1], value.numbers[2]}, Precision::float64,
             info.unit);
  }
}

void append_group(const std::vector<KnownValue>& known, bool is_of_two, PropertyTree& out) {
  const PropertyTree::Node before = out.size();
  const PropertyTree::Node group = out.open("derived", PropertyType::group);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const DerivedValueInfo& info = derived_values()[i];
    if (info.is_of_two == is_of_two && known[i].count > 0) append_value(info, known[i], out);
  }
  out.close(group);
  if (out.size() == before + 1) out.truncate(before);
}

std::uint32_t bits_of(const std::vector<KnownValue>& known) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].count > 0) bits |= 1U << i;
  }
  return bits;
}

/// Of this moment alone. Texts are kept, roads may go.
void append_roads(const PanelContext& context, EntityRef of, PropertyTree& out) {
  const std::shared_ptr<Recording>& recording =
      context.session().recordings[of.recording].recording;
  const auto over = context.caches.of<RoadsBelow>().of(recording.get());
  const MomentFrame* const moment = context.moment.frame_of(of);
  if (over == nullptr || moment == nullptr) return;
  const RoadsOfRecording& roads = over->roads();
  const auto values =
      road_values_of(of.entity, *moment->frame, moment->previous, *roads.roads, roads.placement);
  if (!values) return;
  PropertyTree tree;
  append_road_values(*values, file_name(roads.path), *recording, tree);
  out.append_copy(tree, {0, tree.size()});
}

bool has_derived(const PanelContext& context, const PropertySnapshot& shown) {
  return context.state.show_derived && shown.recording != nullptr && shown.of.entity.exists() &&
         shown.frame.exists();
}

}  // namespace

DerivedKey derived_key(const PanelContext& context, const PropertySnapshot& shown) {
  DerivedKey key;
  key.shown = shown.version;
  if (!has_derived(context, shown)) return key;
  key.other = compared_entity(context.state, shown.of);
  key.known = bits_of(known_values(context, shown.of, key.other, shown.frame));
  key.roads = context.caches.of<RoadsBelow>().version();
  return key;
}

void append_derived(const PanelContext& context, const PropertySnapshot& shown, PropertyTree& out) {
  if (!has_derived(context, shown)) return;
  const EntityIndex other = compared_entity(context.state, shown.of);
  const auto known = known_values(context, shown.of, other, shown.frame);
  append_group(known, false, out);
  append_group(known, true, out);
  append_roads(context, shown.of, out);
}

void update_derived_rows(PanelContext& context, PropertiesCache& cache) {
  DerivedRows& rows = cache.derived;
  PropertySnapshot& derived = rows.snapshot;
  const PropertySnapshot& shown = cache.shown;
  if (!has_derived(context, shown)) {
    if (!derived.tree.empty()) ++derived.version;
    derived.tree.clear();
    derived.recording = nullptr;
    return;
  }
  const DerivedKey key = derived_key(context, shown);
  if (derived.recording == shown.recording && rows.key == key) return;
  rows.key = key;
  derived.of = shown.of;
  derived.recording = shown.recording;
  derived.held = shown.held;
  derived.frame = shown.frame;
  derived.stream = shown.stream;
  derived.coordinates = shown.coordinates;
  ++derived.version;
  derived.tree.clear();
  append_derived(context, shown, derived.tree);
  if (!key.other.exists()) return;
  EntityNames& names = context.caches.of<EntityNames>();
  rows.between = "\u0192 Between it and " +
                 names.short_name(context.session(), {shown.of.recording, key.other});
}

}  // namespace scrubjay
