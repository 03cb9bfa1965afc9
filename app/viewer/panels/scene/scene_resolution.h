#pragma once

namespace scrubjay {

/// How finely the scene is drawn, in pixels of its picture for one of the window: less while things
/// move and a picture takes too long (a processor that draws pays for each pixel), all at rest.
class SceneResolution {
 public:
  /// Seconds that pictures of the window take in the mean, while it moves, so that nearly all are
  /// there within a thirtieth of a second.
  static constexpr double kLongestPicture = 1.0 / 43;
  static constexpr double kQuickPicture = 1.0 / 50;  ///< there is room for more
  static constexpr double kRest = 0.25;              ///< seconds without a change
  static constexpr double kLeast = 0.3125;

  /// Once each picture of the window, at `now` seconds: whether what the scene shows has changed.
  void look(double now, bool has_changed);
  /// What the scene is to be drawn with.
  double wanted() const { return is_moving_ ? moving_ : 1.0; }
  bool is_moving() const { return is_moving_; }

 private:
  double moving_ = 1.0;
  bool is_moving_ = false;
  double looked_at_ = -1e9;
  bool was_drawn_ = false;  ///< the picture that was looked at last had a new scene
  double changed_at_ = -1e9;
  double picture_ = 0;  ///< seconds that one takes, a running mean; 0: not known
  int pictures_ = 0;    ///< since `moving_` changed
};

}  // namespace scrubjay
