#pragma once

#include <cstdint>
#include <limits>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

#include "core/growing_column.h"
#include "core/text.h"

namespace scrubjay::xrec {

/// The places in the scene that events name, a row each: the row is the EntityIndex too. A path's
/// parents have rows as well, before its own, whether they have events or not
/// (formats/xrec/README.md, 7.2). One thread adds while others read rows that they know of.
class PathTable {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// The row of a path as recorded, made with its parents' rows when it is new. O(length), for a
  /// new one O(length * segments).
  std::uint32_t add(std::string_view recorded);
  /// The row of a path as recorded, or kNone.
  std::uint32_t find(std::string_view recorded) const;

  /// A path with its parent's row, as another table had them in this place. False where the path is
  /// known or the parent does not stand before it.
  bool restore(std::string_view path, std::uint32_t parent);
  void clear();

  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  /// Without a leading '/'.
  std::string_view path(std::uint32_t row) const { return rows_[row].path; }
  /// The path's last segment.
  std::string_view name(std::uint32_t row) const;
  /// A row before this one, or kNone for a root.
  std::uint32_t parent(std::uint32_t row) const { return rows_[row].parent; }

 private:
  struct Row {
    std::string_view path;
    std::uint32_t parent = kNone;
  };

  std::uint32_t add_with_parents(std::string_view path);
  std::uint32_t append(std::string_view path, std::uint32_t parent);

  TextArena texts_;
  GrowingColumn<Row> rows_;
  mutable std::shared_mutex mutex_;  ///< over by_path_; who adds need not lock it to read
  std::unordered_map<std::string_view, std::uint32_t> by_path_;
  std::uint64_t implied_bytes_ = 0;
};

}  // namespace scrubjay::xrec
