#pragma once

#include <cstddef>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// Names of the two columns of values above the rows, where they are shown in other coordinates
/// than the recording's.
void draw_column_names(ViewContext& context, const PropertiesCache& cache);

/// One row of the property panel that is no block, with its mouse and its menu.
void draw_property_row(PanelContext& context, PropertiesCache& cache, std::size_t index, ImVec2 min,
                       ImVec2 max);

}  // namespace scrubjay
