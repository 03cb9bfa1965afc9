#pragma once

#include "app/viewer/view_state.h"

namespace scrubjay {

/// Window pixels, origin at the top left.
struct Rect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  bool is_empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Rect&) const = default;
};

/// Where the areas of the window are. Folded ones are empty.
struct AreaRects {
#define SCRUBJAY_RECT(area, title) Rect area;
  SCRUBJAY_AREAS(SCRUBJAY_RECT)
#undef SCRUBJAY_RECT
  Rect status;
  Rect left_tabs;  ///< above entities or events, where there is room for one of them only
  // Handles between areas; empty where there is nothing to move.
  Rect left_splitter;
  Rect right_splitter;
  Rect bottom_splitter;
  Rect events_splitter;
  Rect pinned_splitter;
  Rect plots_splitter;
  Rect picture_splitter;
  Rect comparison_splitter;
  Rect dock_splitter;
};

/// Areas that are there only when they have something to show.
struct NeededAreas {
  bool pinned = false;
  bool picture = false;
  bool comparison = false;
  bool plots = false;
  bool dock = false;
  float timeline = 0;  ///< height that its lanes need [pixels]; 0: not known
};

/// Size of a first window on a monitor that leaves `width` x `height` to windows [pixels]: most of
/// it, at least 1280 x 720 where there is room, on a wide monitor no wider than 9 : 5.
struct WindowSize {
  int width = 0;
  int height = 0;
  bool operator==(const WindowSize&) const = default;
};
WindowSize first_window_size(int width, int height);

/// Divides a window of `width` x `height` pixels below a menu bar of height `top`. Every area that
/// is shown gets a usable least size as long as the window has room; the scene gets what is left.
AreaRects divide(const Layout& layout, float width, float height, float top, float scale,
                 const NeededAreas& needed);

enum class Splitter : std::uint8_t {
  left,
  right,
  bottom,
  events,
  pinned,
  plots,
  picture,
  comparison,
  dock
};

/// Moves a splitter by `pixels` (to the right or down) in a window of that size. The timeline has a
/// height of its own by then. `needed`: as divide() was told.
void move_splitter(Layout& layout, Splitter splitter, float pixels, float width, float height,
                   const NeededAreas& needed);

}  // namespace scrubjay
