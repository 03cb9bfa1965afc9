#pragma once

#include <cstdint>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// How many rows of the list a property needs to be drawn large, in a list `width` pixels wide: a
/// table as a grid, a chart, a note, a picture. 0 for what a line can say.
std::uint16_t block_rows(const DrawContext& context, const PropertyTree& tree,
                         PropertyTree::Node node, float width);

/// Draws it over all its rows, between two corners.
void draw_block(PanelContext& context, PropertiesCache& cache, const PropertyRow& row, ImVec2 min,
                ImVec2 max);

/// A table property as rows and columns, kept until the rows change.
const TableData& table_of(PropertiesCache& cache, const PropertyRow& row);

}  // namespace scrubjay
