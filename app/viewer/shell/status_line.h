#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scrubjay {

/// A piece of the status bar.
struct StatusPart {
  std::string text;
  int yields = 0;  ///< where there is no room those that yield most go first; 0 stays
  bool is_name = false;
  bool is_warning = false;
  bool is_right = false;            ///< stands at the right end
  std::optional<float> share = {};  ///< of what is done, for a bar
  std::size_t recording = 0;        ///< of the bar
  float width = 0;                  ///< pixels wanted; 0 afterwards: has no room
  float x = 0;                      ///< pixels from the left edge
};

/// Gives each part its place in `width` pixels, `gap` apart, in their order: what has no room gets
/// no width, and in the end parts that never yield become as narrow as `least`. None overlaps
/// another at any width.
void place_status(std::vector<StatusPart>& parts, float width, float gap, float least);

}  // namespace scrubjay
