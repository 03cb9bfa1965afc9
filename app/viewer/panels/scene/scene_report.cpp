#include "app/viewer/panels/scene/scene_report.h"

#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {

namespace {

void count_labels(const SceneCache& cache, SceneReport& report) {
  std::vector<LabelObstacle> taken = cache.overlays;
  for (const LabelPlacement& label : cache.label_placements) {
    const glm::vec2 size = cache.label_candidates[label.candidate].size;
    const LabelObstacle rectangle{label.corner, label.corner + size};
    for (const LabelObstacle& other : taken) report.label_overlaps += rectangle.overlaps(other);
    taken.push_back(rectangle);
    const bool is_cut = rectangle.low.x < 0 || rectangle.low.y < 0 ||
                        rectangle.high.x > static_cast<float>(cache.viewport.width) ||
                        rectangle.high.y > static_cast<float>(cache.viewport.height);
    report.labels_cut += is_cut;
  }
  report.labels = cache.label_placements.size();
}

std::size_t count_overlaps(const std::vector<LabelObstacle>& overlays) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < overlays.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) count += overlays[i].overlaps(overlays[k]);
  }
  return count;
}

}  // namespace

SceneReport report_of(const SceneCache& cache, const Camera& camera) {
  SceneReport report;
  count_labels(cache, report);
  report.overlay_overlaps = count_overlaps(cache.overlays);
  const ScreenProjector project(camera, cache.viewport);
  for (const SceneInstance& instance : cache.content.instances) {
    if (motion_of(cache, instance.ref()) != Mobility::moves) continue;
    ++report.moving;
    const auto at = project(cache.origin + glm::dvec3(instance.center));
    report.moving_in_view += at && at->pixel.x >= 0 && at->pixel.y >= 0 &&
                             at->pixel.x <= cache.viewport.width &&
                             at->pixel.y <= cache.viewport.height;
  }
  report.left_out = cache.fit.left_out();
  report.pointers = cache.pointers;
  report.least_glyph = cache.least_size;
  report.resolution = cache.drawn_resolution;
  report.share = share_of_view(camera, cache.viewport, fit_corners(cache.fit));
  return report;
}

}  // namespace scrubjay
