#include "app/viewer/panels/properties/property_blocks.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/css_color.h"
#include "app/viewer/panels/properties/chart_view.h"
#include "app/viewer/panels/properties/comment_view.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/properties/table_view.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

constexpr float kGap = 3;       ///< above and below a block [pixels]
constexpr float kIndent = 12;   ///< at its left
constexpr float kRightGap = 6;  ///< and right
constexpr double kLowestChart = 40;
constexpr double kHighestChart = 420;
constexpr std::size_t kTableRows = 10;  ///< shown at once
constexpr float kPreviewHeight = 180;
constexpr double kMostRows = 2000;  ///< of one block

std::uint16_t rows_for(const DrawContext& context, double pixels) {
  const double gap = 2 * static_cast<double>(kGap * context.scale);
  const double rows = std::ceil((pixels + gap) / static_cast<double>(row_height(context)));
  return static_cast<std::uint16_t>(std::clamp(rows, 1.0, kMostRows));
}

/// Rows of a table up to `most`, which is what its height depends on.
std::size_t count_rows(const PropertyTree& tree, PropertyTree::Node table, std::size_t most) {
  std::size_t rows = 0;
  for_each_root(tree, children_of(tree, table), [&](auto node, const PropertyNode& part) {
    if (part.name != "rows" || !is_container(part.type)) return;
    const PropertyRange inside = children_of(tree, node);
    for (auto row = inside.first; row < inside.first + inside.count && rows < most;
         row += tree[row].subtree) {
      ++rows;
    }
  });
  return rows;
}

NoteStyle note_style(const DrawContext& context, const PropertyStyle& style) {
  return {parse_css_color(style.color).value_or(context.theme.dim), style.icon};
}

float width_inside(const DrawContext& context, float width) {
  return width - (kIndent + kRightGap) * context.scale;
}

}  // namespace

std::uint16_t block_rows(const DrawContext& context, const PropertyTree& tree,
                         PropertyTree::Node node, float width) {
  const PropertyNode& property = tree[node];
  switch (property.type) {
    case PropertyType::comment:
      return rows_for(context, static_cast<double>(note_height(
                                   context, property.text_value(), width_inside(context, width),
                                   !tree.style_of(property).icon.empty())));
    case PropertyType::table: {
      const std::size_t rows = count_rows(tree, node, kTableRows);
      // Its header, its rows, the scroll bar below them, and the line that says its size.
      return static_cast<std::uint16_t>(std::max<std::size_t>(rows, 1) + 3);
    }
    case PropertyType::linechart: {
      const double height = read_chart(tree, node).height;
      return rows_for(context, std::clamp(height, kLowestChart, kHighestChart) *
                                   static_cast<double>(context.scale));
    }
    case PropertyType::resource:
      return property.text.size == 0
                 ? std::uint16_t{0}
                 : rows_for(context, static_cast<double>(kPreviewHeight * context.scale));
    default: return 0;
  }
}

void draw_block(PanelContext& context, PropertiesCache& cache, const PropertyRow& row, ImVec2 min,
                ImVec2 max) {
  const PropertySnapshot& snapshot = cache.snapshot_of(row);
  const PropertyNode& property = snapshot.tree[row.node];
  const float s = context.scale;
  const std::size_t recording = snapshot.of.recording;
  min = {min.x + kIndent * s, min.y + kGap * s};
  max = {max.x - kRightGap * s, max.y - kGap * s};
  switch (property.type) {
    case PropertyType::comment:
      draw_note(context, recording, note_style(context, snapshot.tree.style_of(property)),
                property.text_value(), min, max);
      break;
    case PropertyType::table:
      draw_table(context, table_of(cache, row), row.path_hash, min, max);
      break;
    case PropertyType::linechart:
      draw_chart(context, read_chart(snapshot.tree, row.node), min, max);
      break;
    default: resource_preview(context, recording, property.text_value(), min, max); break;
  }
}

const TableData& table_of(PropertiesCache& cache, const PropertyRow& row) {
  std::unique_ptr<TableData>& table = cache.tables[row.path_hash];
  if (table == nullptr) {
    table = std::make_unique<TableData>(cache.snapshot_of(row).tree, row.node);
  }
  return *table;
}

}  // namespace scrubjay
