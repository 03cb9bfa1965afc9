#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/property_tree.h"

namespace scrubjay {

/// A table property as rows and columns: a container with the lists `header` and `rows`. Refers to
/// the tree, which must live as long.
class TableData {
 public:
  /// O(rows).
  TableData(const PropertyTree& tree, PropertyTree::Node table);

  const std::vector<std::string_view>& header() const { return header_; }
  std::size_t rows() const { return rows_.size(); }
  /// As many as the header has, or the first row where there is no header.
  std::size_t columns() const { return columns_; }
  /// The cells of a row as texts, at most `most`. O(cells).
  void cells(std::size_t row, std::size_t most, std::vector<std::string>& out) const;

 private:
  const PropertyTree& tree_;
  std::vector<std::string_view> header_;
  std::vector<PropertyTree::Node> rows_;
  std::size_t columns_ = 0;
};

/// "3 columns, 12 rows"
std::string table_size_text(std::size_t columns, std::size_t rows);

/// The table as RFC 4180 has it, header first, cut off behind the row that passes `longest` bytes.
std::string table_csv(const TableData& table, std::size_t longest);

}  // namespace scrubjay
