#pragma once

#include "app/viewer/draw_context.h"
#include "app/viewer/panels/properties/table_data.h"

namespace scrubjay {

/// So many columns are drawn; a copy as CSV has all.
inline constexpr std::size_t kShownColumns = 60;

/// Draws a table between two corners as a grid that scrolls both ways, with its header kept in view
/// and columns that can be resized; only visible rows are visited. Below it its size, and a link
/// that copies it as CSV. `id` tells it from others.
void draw_table(DrawContext& context, const TableData& table, std::uint64_t id, ImVec2 min,
                ImVec2 max);

}  // namespace scrubjay
