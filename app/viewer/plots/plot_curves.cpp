#include "app/viewer/plots/plot_curves.h"

#include <algorithm>

#include "analysis/derived/derived_value.h"
#include "analysis/derived/road_values.h"
#include "app/shared/value_plots.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

/// The first colour that no curve has.
std::uint32_t free_color(const std::vector<PlotCurve>& curves) {
  std::uint32_t color = 0;
  while (std::ranges::find(curves, color, &PlotCurve::color) != curves.end()) ++color;
  return color;
}

}  // namespace

bool has_plottable_numbers(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (property.type == PropertyType::number || property.type == PropertyType::integer ||
      property.type == PropertyType::boolean) {
    return true;
  }
  if (!has_numbers(property.type)) return false;
  const std::size_t count = tree.numbers_of(property).size();
  return count > 0 && count <= ValuePlot::kMostComponents;
}

bool can_be_plotted(const PropertyTree& tree, PropertyTree::Node node) {
  return has_plottable_numbers(tree, node) || tree[node].type == PropertyType::string ||
         tree[node].type == PropertyType::entity;
}

void add_curves(ViewState& state, const std::vector<EntityRef>& entities, std::string_view path,
                EntityIndex other) {
  for (const EntityRef entity : entities) {
    if (state.curves.size() >= kMostCurves) return;
    PlotCurve curve;
    curve.entity = entity;
    curve.path = path;
    curve.other = other;
    const bool is_drawn = std::ranges::any_of(state.curves, [&](const PlottedValue& drawn) {
      return drawn == static_cast<const PlottedValue&>(curve);
    });
    if (is_drawn) continue;
    curve.color = free_color(state.curves);
    state.curves.push_back(std::move(curve));
  }
}

std::vector<EntityRef> plotted_entities(const ViewState& state, EntityRef of,
                                        std::string_view path) {
  const auto derived = derived_path(path);
  const bool is_of_two = derived && info_of(derived->value).is_of_two;
  return is_of_two || !is_selected(state, of) ? std::vector{of} : state.selected;
}

std::vector<EntityRef> entities_of_kind(const Session& session, EntityRef of) {
  const Recording& recording = *session.recordings[of.recording].recording;
  const EntityKind kind = recording.entity(of.entity).kind;
  std::vector<EntityRef> found;
  for (std::size_t row = 0, count = recording.entity_count();
       row < count && found.size() < kMostCurves; ++row) {
    const EntityIndex entity(row);
    if (recording.entity(entity).kind == kind) found.push_back({of.recording, entity});
  }
  return found;
}

bool is_derived_path(std::string_view path) {
  return derived_path(path).has_value() || is_road_path(path);
}

std::string plot_title(std::string_view path) {
  return (is_derived_path(path) ? "\u0192 " : "") + std::string(telling_name(path));
}

}  // namespace scrubjay
