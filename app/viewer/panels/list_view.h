#pragma once

#include <imgui.h>

#include <cstddef>

#include "app/viewer/panels/list_scroll.h"

namespace scrubjay {

/// Rows of equal height of which only the visible ones are visited.
///
///     ListView list("rows", count, row_height, scroll);
///     for (std::size_t i = list.first(); i < list.last(); ++i) draw(i, list.row_min(i),
///     list.row_max(i));
///
/// Opens a child window that fills what is left of its parent, and closes it when destroyed.
class ListView {
 public:
  ListView(const char* id, std::size_t rows, float row_height, ListScroll& scroll);
  ~ListView();
  ListView(const ListView&) = delete;
  ListView& operator=(const ListView&) = delete;

  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }
  ImVec2 row_min(std::size_t row) const;
  ImVec2 row_max(std::size_t row) const;
  /// True while the mouse is over the list and not over its scroll bar.
  bool is_hovered() const { return hovered_; }
  /// Rows that fit into the window.
  double visible_rows() const { return visible_; }

 private:
  void scroll_bar(std::size_t rows);

  ListScroll& scroll_;
  float row_height_;
  ImVec2 min_;
  ImVec2 max_;  ///< without the scroll bar
  double visible_ = 0;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  bool hovered_ = false;
};

}  // namespace scrubjay
