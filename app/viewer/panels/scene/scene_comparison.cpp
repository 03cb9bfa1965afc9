#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/shared/source_mark.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {

namespace {

/// Outlines that are drawn; nobody tells more of them apart.
constexpr std::size_t kMostGhosts = 3000;
constexpr std::uint32_t kNoInstance = 0xFFFFFFFF;

bool is_of_run(const Session& session, const ComparedRun& run, EntityRef entity) {
  if (entity.recording != run.recording) return false;
  return !run.stream ||
         session.recordings[run.recording].recording->entity(entity.entity).stream == *run.stream;
}

std::uint32_t ghost_color(const ViewContext& context, const ComparedRun& run) {
  const SourceMark mark = mark_of(context.session(), run);
  return context.theme.is_dark ? mark.color : mark.color_on_light;
}

void add_line(SceneContent& content, std::span<const glm::vec3> points, std::uint32_t color,
              float width, float opacity) {
  ScenePolyline& line = content.polylines.emplace_back();
  line.first = static_cast<std::uint32_t>(content.points.size());
  line.count = static_cast<std::uint32_t>(points.size());
  line.color = color;
  line.width = width;
  line.fade = line.end = opacity;
  content.points.insert(content.points.end(), points.begin(), points.end());
}

/// The twelve edges of its box.
void add_outline(SceneContent& content, std::size_t instance, std::uint32_t color, float opacity) {
  const SceneInstance& ghost = content.instances[instance];
  std::array<glm::vec3, 8> corners{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    // Around the bottom, then around the top.
    const float x = (i % 4 == 1 || i % 4 == 2) ? 1.0F : -1.0F;
    const float y = i % 4 >= 2 ? 1.0F : -1.0F;
    const float z = i >= 4 ? 1.0F : -1.0F;
    corners[i] = ghost.center + ghost.rotation * (ghost.half * glm::vec3(x, y, z));
  }
  const auto& c = corners;
  add_line(content, std::array{c[0], c[1], c[2], c[3], c[0], c[4], c[5], c[6], c[7], c[4]}, color,
           1.5F, opacity);
  for (std::size_t i = 1; i < 4; ++i) {
    add_line(content, std::array{c[i], c[i + 4]}, color, 1.5F, opacity);
  }
}

/// Around the foot of what has no match.
void add_ring(SceneContent& content, std::size_t instance, std::uint32_t color) {
  const SceneInstance& alone = content.instances[instance];
  constexpr std::size_t kCorners = 24;
  std::array<glm::vec3, kCorners + 1> points{};
  const float radius = 1.35F * std::max({alone.half.x, alone.half.y, 0.4F});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float angle = 6.2831853F * static_cast<float>(i) / static_cast<float>(kCorners);
    points[i] =
        alone.center + glm::vec3(radius * std::cos(angle), radius * std::sin(angle), -alone.half.z);
  }
  add_line(content, points, color, 2.5F, 1.0F);
}

std::uint32_t color_code(const ImVec4& color) {
  const ImU32 value = packed(color);
  return (value >> IM_COL32_R_SHIFT & 0xFF) << 16 | (value >> IM_COL32_G_SHIFT & 0xFF) << 8 |
         (value >> IM_COL32_B_SHIFT & 0xFF);
}

}  // namespace

bool is_hidden_run(const ViewContext& context, std::size_t recording, StreamIndex stream) {
  if (!context.state.comparison) return false;
  const ChosenComparison& chosen = *context.state.comparison;
  const auto is_it = [&](const ComparedRun& run) {
    return run.recording == recording && (!run.stream || *run.stream == stream);
  };
  return (context.state.shown_runs == ShownRuns::a && is_it(chosen.b)) ||
         (context.state.shown_runs == ShownRuns::b && is_it(chosen.a));
}

bool is_ghost_run(const ViewContext& context, std::size_t recording, StreamIndex stream) {
  if (!context.state.comparison || context.state.shown_runs != ShownRuns::both) return false;
  const ComparedRun& run = context.state.comparison->b;
  return run.recording == recording && (!run.stream || *run.stream == stream);
}

void scene_comparison(PanelContext& context, SceneCache& cache) {
  cache.ghosts = cache.apart = 0;
  cache.alone.clear();
  if (!context.state.comparison) return;
  const auto run = context.caches.of<RunComparison>().found().kept;
  if (run == nullptr || context.state.shown_runs != ShownRuns::both) return;
  const ChosenComparison& chosen = *context.state.comparison;
  const Session& session = context.session();
  const compare::Plan& plan = *run->plan;
  const compare::Matches& matches = plan.matches();
  SceneContent& content = cache.content;
  std::vector<std::uint32_t>& of_b = cache.instance_of_b;
  of_b.assign(matches.of_b.size(), kNoInstance);
  const std::size_t count = content.instances.size();
  for (std::size_t i = 0; i < count; ++i) {
    const EntityRef entity = content.instances[i].ref();
    if (entity.entity.value < of_b.size() && is_of_run(session, chosen.b, entity) &&
        plan.is_chosen(plan.subject_of_b(entity.entity))) {
      of_b[entity.entity.value] = static_cast<std::uint32_t>(i);
    }
  }
  const std::uint32_t color = ghost_color(context, chosen.b);
  const std::uint32_t alone_color = color_code(context.theme.changed);
  const float near = std::max(0.01F, static_cast<float>(chosen.options.tolerance));
  std::vector<bool>& is_met = cache.is_ghost_met;
  is_met.assign(of_b.size(), false);
  const auto outline = [&](std::uint32_t ghost, bool is_apart) {
    // Around a mark in the place of its match a box would only hide both.
    const bool is_seen = is_apart || (content.instances[ghost].flags & kSceneHasBox) != 0;
    if (++cache.ghosts <= kMostGhosts && is_seen) {
      add_outline(content, ghost, color, is_apart ? 1.0F : 0.35F);
    }
  };
  const auto alone = [&](std::size_t instance) {
    cache.alone.push_back(content.instances[instance].ref());
    if (cache.alone.size() <= kMostGhosts) add_ring(content, instance, alone_color);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const EntityRef entity = content.instances[i].ref();
    if (!is_of_run(session, chosen.a, entity)) continue;
    if (!plan.is_chosen(plan.subject_of_a(entity.entity))) continue;
    const EntityIndex match = entity.entity.value < matches.of_a.size()
                                  ? matches.of_a[entity.entity.value]
                                  : EntityIndex();
    const std::uint32_t ghost = match.exists() ? of_b[match.value] : kNoInstance;
    if (ghost == kNoInstance) {
      alone(i);
      continue;
    }
    is_met[match.value] = true;
    const std::array ends{content.instances[i].center, content.instances[ghost].center};
    const bool is_apart = glm::distance(ends[0], ends[1]) > near;
    outline(ghost, is_apart);
    if (!is_apart) continue;
    if (++cache.apart <= kMostGhosts) add_line(content, ends, color, 1.5F, 0.9F);
  }
  for (std::size_t row = 0; row < of_b.size(); ++row) {
    if (of_b[row] == kNoInstance || is_met[row]) continue;
    outline(of_b[row], true);
    alone(of_b[row]);
  }
  std::ranges::sort(cache.alone);
}

}  // namespace scrubjay
