#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// Brings PropertiesCache::derived up to date with what is shown: empty where nothing is derived.
void update_derived_rows(PanelContext& context, PropertiesCache& cache);

/// What the derived values of an entity that is shown are made from.
DerivedKey derived_key(const PanelContext& context, const PropertySnapshot& shown);

/// Adds its derived values to `out`: groups "derived" of itself and of what is between it and the
/// other one selected, and "road"; none of what is not known.
void append_derived(const PanelContext& context, const PropertySnapshot& shown, PropertyTree& out);

}  // namespace scrubjay
