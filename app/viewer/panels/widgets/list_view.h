#pragma once

#include <imgui.h>

#include <cstddef>

#include "app/viewer/panels/widgets/list_scroll.h"

namespace scrubjay {

/// Rows of equal height of which only the visible ones are visited, none of them cut in half.
///
///     ListView list("rows", count, row_height, scroll);
///     for (std::size_t i = list.first(); i < list.last(); ++i) draw(i, list.row_min(i),
///     list.row_max(i));
///
/// Opens a child window that fills what is left of its parent but for `below` pixels, and closes it
/// when destroyed. Who
/// walks by keys (Dear ImGui's navigation) goes from row to row, a page, to the begin and the end.
class ListView {
 public:
  ListView(const char* id, std::size_t rows, float row_height, ListScroll& scroll, float below = 0);
  ~ListView();
  ListView(const ListView&) = delete;
  ListView& operator=(const ListView&) = delete;

  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }
  ImVec2 row_min(std::size_t row) const;
  ImVec2 row_max(std::size_t row) const;

 private:
  void scroll_bar(std::size_t rows);
  void walk(std::size_t rows);

  ListScroll& scroll_;
  float row_height_;
  ImVec2 min_;
  ImVec2 max_;          ///< without the scroll bar
  double visible_ = 1;  ///< whole rows
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::size_t top_row_ = 0;  ///< at the upper edge
  bool is_walked_ = false;   ///< one of its rows has the keyboard
};

/// How wide the rows of a list are that begins `above` below the cursor and goes down to the end of
/// the window: less where so many need a scroll bar. For titles above it.
float list_width(std::size_t rows, float row_height, float above);

}  // namespace scrubjay
