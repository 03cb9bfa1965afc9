#include <algorithm>
#include <string>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/missing_glyphs.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMeasuredLabels = 100;
constexpr std::size_t kLongestOwnName = 48;

/// What is written beside an instance: what it calls itself, else its short name; all of it for the
/// one under the mouse.
std::string label_text(PanelContext& context, const SceneCache& cache,
                       const SceneInstance& instance) {
  if ((instance.flags & kSceneHovered) != 0) {
    return marked(context.session(), instance.ref(),
                  EntityNames::full_name(context.session(), instance.ref()));
  }
  const std::string_view own = context.moment.label_of(instance.ref());
  std::string label =
      own.empty() ? context.caches.of<EntityNames>().short_name(context.session(), instance.ref())
                  : one_line(own, kLongestOwnName);
  if (std::ranges::binary_search(cache.alone, instance.ref())) {
    return label + " · only in " + mark_of(context.session(), instance.ref()).letters;
  }
  return marked(context.session(), instance.ref(), std::move(label));
}

/// How much what moves goes before what is not known to, and what stands for itself before parts of
/// it: after what has an event, before what is near.
constexpr float kMovingLabel = 2.0F;
constexpr float kWholeLabel = 1.0F;

void rank_labels(const ViewContext& context, SceneCache& cache) {
  constexpr unsigned kMarked = kSceneSelected | kSceneHovered;
  std::erase_if(cache.labels, [&](SceneLabel& label) {
    const SceneInstance& instance = cache.content.instances[label.instance];
    if (motion_of(cache, instance.ref()) == Mobility::moves) label.priority += kMovingLabel;
    if ((instance.flags & kSceneHasBox) != 0) label.priority += kWholeLabel;
    return context.state.names == LayerState::selected && (instance.flags & kMarked) == 0;
  });
}

}  // namespace

void scene_labels(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  nearest_labels(cache.content, context.state.camera, place.viewport, context.scale,
                 kMeasuredLabels, cache.labels);
  rank_labels(context, cache);
  ImGui::PushFont(context.fonts.small);
  cache.label_candidates.clear();
  cache.label_texts.clear();
  const float pad = 6 * context.scale;
  for (const SceneLabel& label : cache.labels) {
    const std::string text =
        one_line(label_text(context, cache, cache.content.instances[label.instance]));
    std::string scratch;
    cache.label_texts.emplace_back(drawable(context.fonts.small, text, scratch));
    const ImVec2 size = ImGui::CalcTextSize(cache.label_texts.back().c_str());
    cache.label_candidates.push_back(
        {label.anchor, {size.x + 2 * pad, size.y + 2 * pad}, label.priority, label.key});
  }
  std::array<std::size_t, 3> labelled_by{static_cast<std::size_t>(place.viewport.width),
                                         static_cast<std::size_t>(place.viewport.height), 0};
  for (const auto& [recording, survey] : cache.surveys) {
    labelled_by[2] += 2 * survey->version() + (survey->is_current() ? 1 : 0);
  }
  if (std::exchange(cache.labelled_by, labelled_by) != labelled_by) {
    cache.label_layout = LabelLayout();
  }
  LabelLayout::Options options;
  options.obstacles = cache.overlays;
  cache.label_layout.choose(
      cache.label_candidates,
      {static_cast<float>(place.viewport.width), static_cast<float>(place.viewport.height)},
      options, cache.label_placements);
  // The most important last, so that it is on top.
  for (auto it = cache.label_placements.rbegin(); it != cache.label_placements.rend(); ++it) {
    const SceneInstance& instance = cache.content.instances[cache.labels[it->candidate].instance];
    constexpr unsigned kStrong = kSceneSelected | kSceneHovered | kSceneInEvent;
    const bool is_selected = (instance.flags & kSceneSelected) != 0;
    const ImVec2 at =
        place.window_of(glm::dvec2(it->corner) + glm::dvec2(static_cast<double>(pad)));
    text_on_patch(context, at, cache.label_texts[it->candidate],
                  is_selected                       ? context.theme.selection
                  : (instance.flags & kStrong) != 0 ? context.theme.text
                                                    : context.theme.dim);
  }
  ImGui::PopFont();
}

}  // namespace scrubjay
