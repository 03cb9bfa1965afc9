#pragma once

#include <cstddef>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties_cache.h"

namespace scrubjay {

/// One row of the property panel that is no block, with its mouse and its menu.
void draw_property_row(PanelContext& context, PropertiesCache& cache, std::size_t index, ImVec2 min,
                       ImVec2 max);

}  // namespace scrubjay
