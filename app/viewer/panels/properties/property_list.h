#pragma once

#include <optional>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// Brings snapshots and rows of the property panel up to date: the selected event above the primary
/// entity, if there is one. `width`: of the list [pixels].
void update_property_rows(PanelContext& context, PropertiesCache& cache,
                          const std::optional<EntityRef>& of, float width);

/// The rows, into what is left of the panel.
void draw_property_rows(PanelContext& context, PropertiesCache& cache);

}  // namespace scrubjay
