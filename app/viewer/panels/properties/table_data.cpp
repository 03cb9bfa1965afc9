#include "app/viewer/panels/properties/table_data.h"

#include <algorithm>
#include <limits>

#include "app/shared/csv.h"
#include "app/shared/plain_text.h"
#include "app/viewer/panels/properties/property_text.h"

namespace scrubjay {

namespace {

std::string cell_text(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& cell = tree[node];
  if (is_text(cell.type) && cell.type != PropertyType::bytes) {
    return std::string(cell.text_value());
  }
  return cell.type == PropertyType::null ? std::string() : bare_value_text(tree, node);
}

void append_row(std::string& out, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    append_csv(out, cells[i]);
  }
  out += "\r\n";
}

}  // namespace

TableData::TableData(const PropertyTree& tree, PropertyTree::Node table) : tree_(tree) {
  for_each_root(tree, children_of(tree, table), [&](auto node, const PropertyNode& part) {
    if (!is_container(part.type)) return;
    const PropertyRange inside = children_of(tree, node);
    if (part.name == "header") {
      for_each_root(tree, inside, [&](auto, const PropertyNode& title) {
        header_.push_back(is_text(title.type) ? title.text_value() : std::string_view());
      });
    } else if (part.name == "rows") {
      for_each_root(tree, inside, [&](auto row, const auto&) { rows_.push_back(row); });
    }
  });
  columns_ = header_.size();
  if (columns_ > 0 || rows_.empty() || !is_container(tree[rows_.front()].type)) return;
  for_each_root(tree, children_of(tree, rows_.front()), [&](auto, const auto&) { ++columns_; });
}

void TableData::cells(std::size_t row, std::size_t most, std::vector<std::string>& out) const {
  out.clear();
  const PropertyTree::Node node = rows_[row];
  if (!is_container(tree_[node].type)) {
    if (most > 0) out.push_back(cell_text(tree_, node));
    return;
  }
  const PropertyRange inside = children_of(tree_, node);
  for (PropertyTree::Node cell = inside.first;
       cell < inside.first + inside.count && out.size() < most; cell += tree_[cell].subtree) {
    out.push_back(cell_text(tree_, cell));
  }
}

std::string table_size_text(std::size_t columns, std::size_t rows) {
  return counted_text(columns, "column") + ", " + counted_text(rows, "row");
}

std::string table_csv(const TableData& table, std::size_t longest) {
  std::string out;
  std::vector<std::string> cells(table.header().begin(), table.header().end());
  if (!cells.empty()) append_row(out, cells);
  for (std::size_t row = 0; row < table.rows() && out.size() < longest; ++row) {
    table.cells(row, std::numeric_limits<std::size_t>::max(), cells);
    append_row(out, cells);
  }
  return out;
}

}  // namespace scrubjay
