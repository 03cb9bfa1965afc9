#include "app/viewer/shell/layout.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

namespace {

constexpr float kGap = 4;      // between areas: the handle to drag
constexpr float kStatus = 26;  // height of the status bar
constexpr float kLeastSide = 180;
constexpr float kLeastScene = 260;
constexpr float kLeastTimeline = 127;
constexpr float kUsualTimeline = 0.24F;  // share of the window's height
constexpr float kMostTimeline = 0.35F;   // of what its lanes may ask for
constexpr float kLists = 310;            // tabs, a search, switches, titles and eight rows
constexpr float kLeastRow = 96;
constexpr float kLeastPicture = 140;
constexpr float kLeastPlots = 150;
constexpr float kLeastDock = 140;
constexpr float kLeastDifferences = 170;  // two rows of buttons, titles and three rows
constexpr float kTabs = 34;               // height of a row of tabs
constexpr float kSplitFrom = 680;  // the left column shows entities and events below each other

float whole(float value) { return std::round(value); }

/// `wanted` kept between `least` and `most`, where `most` wins.
float between(float wanted, float least, float most) {
  return whole(std::max(0.0F, std::min(std::max(wanted, least), most)));
}

bool shows(const Layout& layout, AreaId area) { return !layout.folded[area]; }

/// One window that is divided: from the bottom up, then the sides, then what is between them.
class Division {
 public:
  Division(const Layout& layout, float width, float height, float top, float scale,
           const NeededAreas& needed)
      : layout_(layout),
        needed_(needed),
        width_(width),
        height_(height),
        top_(top),
        scale_(scale),
        gap_(kGap * scale),
        row_(kLeastRow * scale) {}

  AreaRects divide() {
    rects_.status = {0, height_ - kStatus * scale_, width_, kStatus * scale_};
    middle_ = std::max(0.0F, rects_.status.y - top_);
    if (shows(AreaId::timeline)) place_timeline();
    choose_columns();
    if (left_ > 0) place_left();
    if (right_ > 0) place_right();
    const float scene_left = left_ > 0 ? left_ + gap_ : 0;
    const float scene_right = right_ > 0 ? width_ - right_ - gap_ : width_;
    rects_.scene = {scene_left, top_, std::max(0.0F, scene_right - scene_left), middle_};
    place_below_scene();
    if (needed_.picture && !layout_.scene_only) place_picture();
    return rects_;
  }

 private:
  bool shows(AreaId area) const { return !layout_.scene_only && scrubjay::shows(layout_, area); }

  void place_timeline() {
    const float least = std::min(kLeastTimeline * scale_, kMostTimeline * height_);
    const float most =
        std::min(kMostTimeline * height_, std::max(middle_ - gap_ - kLists * scale_, least));
    const float fitting =
        std::min(needed_.timeline > 0 ? needed_.timeline : kUsualTimeline * height_, most);
    const float wanted = layout_.bottom > 0 ? layout_.bottom * height_ : fitting;
    const float timeline = between(wanted, least, middle_ - row_ - gap_);
    rects_.timeline = {0, rects_.status.y - timeline, width_, timeline};
    rects_.bottom_splitter = {0, rects_.timeline.y - gap_, width_, gap_};
    middle_ -= timeline + gap_;
  }

  /// Both give way where the scene would have too little.
  void choose_columns() {
    const bool has_left = shows(AreaId::entities) || shows(AreaId::events);
    const bool has_right = shows(AreaId::properties);
    const float sides = (has_left ? 1.0F : 0.0F) + (has_right ? 1.0F : 0.0F);
    const float room = std::max(0.0F, width_ - kLeastScene * scale_ - sides * gap_);
    if (has_left) left_ = between(layout_.left * width_, kLeastSide * scale_, room);
    if (has_right) right_ = between(layout_.right * width_, kLeastSide * scale_, room);
    if (left_ + right_ > room && has_left && has_right) {
      const float share = room / (left_ + right_);
      left_ = whole(left_ * share);
      right_ = whole(right_ * share);
    }
  }

  /// Entities and events, below each other or, in a low window, as tabs.
  void place_left() {
    rects_.left_splitter = {left_, top_, gap_, middle_};
    const bool both = shows(AreaId::entities) && shows(AreaId::events);
    if (both && middle_ < kSplitFrom * scale_) {
      const float tabs = std::min(whole(kTabs * scale_), middle_);
      rects_.left_tabs = {0, top_, left_, tabs};
      (layout_.events_in_front ? rects_.events : rects_.entities) = {0, top_ + tabs, left_,
                                                                     middle_ - tabs};
    } else if (both) {
      const float events = between(layout_.events * middle_, row_, middle_ - row_ - gap_);
      rects_.entities = {0, top_, left_, middle_ - events - gap_};
      rects_.events_splitter = {0, top_ + rects_.entities.height, left_, gap_};
      rects_.events = {0, rects_.events_splitter.y + gap_, left_, events};
    } else {
      (shows(AreaId::entities) ? rects_.entities : rects_.events) = {0, top_, left_, middle_};
    }
  }

  void place_right() {
    rects_.right_splitter = {width_ - right_ - gap_, top_, gap_, middle_};
    rects_.properties = {width_ - right_, top_, right_, middle_};
    if (!needed_.pinned) return;
    const float pinned = between(layout_.pinned * middle_, row_, middle_ - row_ - gap_);
    rects_.properties.height = middle_ - pinned - gap_;
    rects_.pinned_splitter = {rects_.properties.x, top_ + rects_.properties.height, right_, gap_};
    rects_.pinned = {rects_.properties.x, rects_.pinned_splitter.y + gap_, right_, pinned};
  }

  /// In a low window what is below is lower, so that what comes above it has room, too. Tools can
  /// lie above all; plots and differences cannot.
  void place_below_scene() {
    if (layout_.scene_only) return;
    const bool compares = needed_.comparison && shows(AreaId::comparison);
    const float plots = needed_.plots ? kLeastPlots * scale_ + gap_ : 0;
    const float others = plots + (compares ? row_ + gap_ : 0);
    const float dock = kLeastDock * scale_;
    if (needed_.dock && rects_.scene.height >= row_ + gap_ + dock + others) {
      cut_below(layout_.dock, dock, others, rects_.dock, rects_.dock_splitter);
    }
    if (compares) {
      // The scene keeps as much; in a lower window both have a row.
      const float room = (rects_.scene.height - gap_ - plots) / 2;
      cut_below(layout_.comparison, std::clamp(room, row_, kLeastDifferences * scale_), plots,
                rects_.comparison, rects_.comparison_splitter);
    }
    if (needed_.plots) {
      cut_below(layout_.plots, kLeastPlots * scale_, 0, rects_.plots, rects_.plots_splitter);
    }
  }

  /// Cuts a share off the scene, where that leaves it a row and `rest`.
  void cut_below(float share, float least, float rest, Rect& area, Rect& splitter) {
    Rect& scene = rects_.scene;
    if (scene.height < row_ + gap_ + least) return;
    const float most = std::max(least, scene.height - row_ - gap_ - rest);
    const float below = between(share * scene.height, least, most);
    scene.height -= below + gap_;
    splitter = {scene.x, top_ + scene.height, scene.width, gap_};
    area = {scene.x, splitter.y + gap_, scene.width, below};
  }

  void place_picture() {
    Rect& scene = rects_.scene;
    const float least = kLeastPicture * scale_;
    if (scene.width <= 2 * least + gap_) return;
    const float picture = between(layout_.picture * scene.width, least, scene.width - least - gap_);
    scene.width -= picture + gap_;
    rects_.picture_splitter = {scene.x + scene.width, top_, gap_, scene.height};
    rects_.picture = {rects_.picture_splitter.x + gap_, top_, picture, scene.height};
  }

  const Layout& layout_;
  const NeededAreas& needed_;
  const float width_;
  const float height_;
  const float top_;
  const float scale_;
  const float gap_;
  const float row_;
  float middle_ = 0;  ///< height between the menus and the timeline
  float left_ = 0;    ///< width of the column; 0: there is none
  float right_ = 0;
  AreaRects rects_;
};

}  // namespace

WindowSize first_window_size(int width, int height) {
  WindowSize size;
  size.height = std::min(height, std::max(720, height * 12 / 13));
  size.width =
      std::min({width, std::max(1280, width * 5 / 6), std::max(1280, size.height * 9 / 5)});
  return size;
}

AreaRects divide(const Layout& layout, float width, float height, float top, float scale,
                 const NeededAreas& needed) {
  return Division(layout, width, height, top, scale, needed).divide();
}

void move_splitter(Layout& layout, Splitter splitter, float pixels, float width, float height,
                   const NeededAreas& needed) {
  if (width <= 0 || height <= 0) return;
  const float middle_height = std::max(1.0F, height * (1 - layout.bottom));
  // Each has its share of what those below it leave.
  const auto left_by = [](bool is_there, float share) {
    return is_there ? std::max(0.1F, 1 - share) : 1.0F;
  };
  const bool compares = needed.comparison && shows(layout, AreaId::comparison);
  const float with_comparison = middle_height * left_by(needed.dock, layout.dock);
  const float with_plots = with_comparison * left_by(compares, layout.comparison);
  switch (splitter) {
    case Splitter::left: layout.left += pixels / width; break;
    case Splitter::right: layout.right -= pixels / width; break;
    case Splitter::bottom: layout.bottom -= pixels / height; break;
    case Splitter::events: layout.events -= pixels / middle_height; break;
    case Splitter::pinned: layout.pinned -= pixels / middle_height; break;
    case Splitter::dock: layout.dock -= pixels / middle_height; break;
    case Splitter::comparison: layout.comparison -= pixels / with_comparison; break;
    case Splitter::plots: layout.plots -= pixels / with_plots; break;
    case Splitter::picture: {
      // A share of what the scene and the picture have together.
      const float sides =
          (shows(layout, AreaId::entities) || shows(layout, AreaId::events) ? layout.left : 0) +
          (shows(layout, AreaId::properties) ? layout.right : 0);
      layout.picture -= pixels / (width * std::max(0.1F, 1 - sides));
      break;
    }
  }
  for (float* share : {&layout.left, &layout.right, &layout.bottom, &layout.events, &layout.pinned,
                       &layout.picture, &layout.comparison, &layout.plots, &layout.dock}) {
    *share = std::clamp(*share, 0.05F, 0.9F);
  }
}

}  // namespace scrubjay
