#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/view_state.h"
#include "core/property_tree.h"

namespace scrubjay {

/// More curves are not drawn together.
inline constexpr std::size_t kMostCurves = 100;

/// Whether a property has one to four numbers, which a lane can show.
bool has_plottable_numbers(const PropertyTree& tree, PropertyTree::Node node);
/// Whether the panel of plots can show it: numbers, or states (texts, references).
bool can_be_plotted(const PropertyTree& tree, PropertyTree::Node node);

/// Adds a curve of each entity's value at `path`; those that are drawn stay as they are. `other`:
/// of a value between two. At most kMostCurves in all.
void add_curves(ViewState& state, const std::vector<EntityRef>& entities, std::string_view path,
                EntityIndex other = {});

/// Whose values are meant by "of all selected": the entities selected, or `of` alone where it is
/// not among them. Of a value between two it is `of` alone.
std::vector<EntityRef> plotted_entities(const ViewState& state, EntityRef of,
                                        std::string_view path);

/// The entities of one recording that are of the same kind as `of`, at most kMostCurves.
std::vector<EntityRef> entities_of_kind(const Session& session, EntityRef of);

/// What is dragged from a row of properties onto the panel of plots.
struct DraggedCurve {
  EntityRef entity;
  EntityIndex other;
  std::array<char, 400> path;  ///< ends with a 0
};
inline constexpr const char* kDraggedCurve = "curve";

/// Whether a value at a path is derived, from places or from roads.
bool is_derived_path(std::string_view path);

/// "speed" of "derived/speed", marked as derived.
std::string plot_title(std::string_view path);

}  // namespace scrubjay
