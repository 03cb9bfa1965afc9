#pragma once

#include <cstddef>

#include "app/viewer/panels/scene/scene_cache.h"

namespace scrubjay {

/// What the picture of the scene shows, in figures: tests and scripts read them.
struct SceneReport {
  std::size_t labels = 0;
  std::size_t label_overlaps = 0;    ///< with each other, or with what lies over the picture
  std::size_t labels_cut = 0;        ///< by an edge
  std::size_t overlay_overlaps = 0;  ///< of buttons, axes and notes over the picture
  std::size_t moving = 0;            ///< entities here that are known to move
  std::size_t moving_in_view = 0;
  std::size_t left_out = 0;  ///< entities that the last fit left out
  std::size_t pointers = 0;  ///< to what is selected outside
  float least_glyph = 0;     ///< of the entities in view, pixels at 100 %
  double resolution = 1;     ///< pixels of the picture for one of the window
  double share = 0;          ///< of the picture's smaller side that the last fit uses, now
};

/// O(instances + labels squared).
SceneReport report_of(const SceneCache& cache, const Camera& camera);

}  // namespace scrubjay
