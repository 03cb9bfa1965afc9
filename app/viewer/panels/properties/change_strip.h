#pragma once

#include <string>

#include "app/viewer/found/property_steps.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// The path by which the table `changes` names a node of an entity's own properties, or the leaf
/// that it is a part of; of where the entity is, as append_place() names it. Empty where there is
/// none.
std::string changes_path(const PropertySnapshot& snapshot, PropertyTree::Node node);

/// The node of the chosen property among those shown; kNoNode: they do not have it.
PropertyTree::Node chosen_node(const ViewState& state, PropertiesCache& cache);

/// When the property that is meant became what it is, and until when it stays so; a line each, as
/// far as that is known. Empty for another one than `path`.
std::string neighbours_text(PanelContext& context, const PropertiesCache& cache,
                            const std::string& path);

/// What stands below the rows while a property is chosen: since when and until when it is so, and
/// the ways there. Its height is 0 where there is nothing to say [pixels].
float change_strip_height(const PanelContext& context, PropertiesCache& cache);
void draw_change_strip(PanelContext& context, PropertiesCache& cache);

}  // namespace scrubjay
