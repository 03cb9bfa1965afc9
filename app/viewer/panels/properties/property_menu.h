#pragma once

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// What can be done with a property, as entries of the menu that is open.
void property_menu(PanelContext& context, PropertiesCache& cache, const PropertyRow& row);

/// What can be done with the whole panel: a button with three dots that opens a menu.
void property_options(ViewContext& context);

/// The path from the entity's own properties on, by which a property is found at other moments;
/// empty for what the panel adds.
std::string own_path_of(const PropertySnapshot& snapshot, PropertyTree::Node node);

}  // namespace scrubjay
