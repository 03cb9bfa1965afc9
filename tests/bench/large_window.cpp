#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/viewer/plots/plot_curves.h"
#include "assets/random.h"
#include "render/label_layout.h"
#include "render/scene_batches.h"
#include "tests/bench/blind_window.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

/// The median CPU time of a picture while it plays from the middle, with all windows open.
double picture_seconds(std::size_t frames, std::uint32_t entities, std::size_t pictures) {
  const BenchFile file("window-" + std::to_string(frames), ".log",
                       [&](const ByteSink& sink) { write_sparse_town(frames, entities, sink); });
  BlindWindow window({file.path()});
  window.settle();
  ViewState& state = window.shell().state();
  state.windows[WindowId::problems] = state.windows[WindowId::queries] =
      state.windows[WindowId::filters] = state.windows[WindowId::reading] = true;
  state.selected = {{0, EntityIndex(0)}};
  state.playback.playhead =
      window.shell().workspace().session().recordings[0].recording->timeline().range().end / 2;
  window.settle();
  state.playback.playing = true;
  std::vector<double> seconds;
  for (std::size_t i = 0; i < pictures; ++i) seconds.push_back(window.picture().cpu);
  return quantile(seconds, 0.5);
}

void measure_panels(const LargeSizes& sizes, GoalTable& table) {
  const std::size_t few = sizes.is_small ? 1'000 : 10'000;
  const std::size_t many = sizes.is_small ? 10'000 : 1'000'000;
  const std::uint32_t entities = sizes.is_small ? 100 : 10'000;
  const std::size_t pictures = sizes.is_small ? 30 : 300;
  const auto what = [&](std::size_t frames) {
    return "UI picture, " + std::to_string(entities) + " entities, " + std::to_string(frames) +
           " frames and events";
  };
  const double short_one = picture_seconds(few, entities, pictures);
  const double long_one = picture_seconds(many, entities, pictures);
  const double grown =
      slope(static_cast<double>(few), short_one, static_cast<double>(many), long_one);
  table.add(at_most(
      {.what = what(few), .figure = 1e3 * short_one, .unit = "ms", .goal = "at most 2 ms of CPU"},
      2.0));
  table.add(at_most(
      {.what = what(many), .figure = 1e3 * long_one, .unit = "ms", .goal = "at most 2 ms of CPU"},
      2.0));
  table.add(at_most({.what = "growth of a UI picture with the frames",
                     .figure = grown,
                     .unit = "slope",
                     .goal = "at most 0.05 (none)"},
                    0.05));
}

/// Curves in the panel of plots while `move` changes what it shows from picture to picture.
template <class Move>
Goal curves_goal(BlindWindow& window, const std::string& what, std::size_t pictures, Move move) {
  ViewState& state = window.shell().state();
  window.settle();
  std::vector<double> seconds;
  for (std::size_t i = 0; i < pictures; ++i) {
    move(state, static_cast<double>(i) / static_cast<double>(pictures));
    seconds.push_back(window.picture().cpu);
  }
  const double median = quantile(seconds, 0.5);
  const double slow = quantile(seconds, 0.99);
  return at_most({.what = what + ", p99 (median " + std::to_string(1e3 * median).substr(0, 4) + ")",
                  .figure = 1e3 * slow,
                  .unit = "ms",
                  .goal = "at most 2 ms of CPU"},
                 2.0);
}

/// Until each of `curves` has a value for each of `frames`.
void read_curves(BlindWindow& window, std::size_t curves, std::size_t frames) {
  const std::string whole = "\"samples\": " + std::to_string(frames) + ",";
  for (std::size_t found = 0; found < curves;) {
    window.settle();
    const std::string told = window.shell().state_json();
    found = 0;
    for (auto at = told.find(whole); at != told.npos; at = told.find(whole, at + 1)) ++found;
  }
}

/// 20 curves over many frames: all of them in view, moved along, and from all to a few.
void measure_plots(const LargeSizes& sizes, GoalTable& table) {
  constexpr std::uint32_t kCurves = 20;
  const std::size_t frames = sizes.is_small ? 10'000 : 1'000'000;
  const std::size_t pictures = sizes.is_small ? 30 : 600;
  const BenchFile file("curves", ".log",
                       [&](const ByteSink& sink) { write_swinging_town(frames, kCurves, sink); });
  BlindWindow window({file.path()});
  window.settle();
  ViewState& state = window.shell().state();
  for (std::uint32_t i = 0; i < kCurves; ++i) {
    add_curves(state, {{0, EntityIndex(i)}}, "pose/location");
    state.curves.back().form.part = 0;
  }
  read_curves(window, kCurves, frames);
  const TimeRange all =
      window.shell().workspace().session().recordings[0].recording->timeline().range();
  const Seconds length = all.end - all.begin;
  const std::string what =
      std::to_string(kCurves) + " curves of " + std::to_string(frames) + " frames, ";
  table.add(curves_goal(window, what + "all in view", pictures,
                        [](ViewState& view, double) { view.plots_shown.reset(); }));
  table.add(curves_goal(window, what + "a tenth, moved along", pictures,
                        [&](ViewState& view, double done) {
                          const Seconds begin = all.begin + 0.9 * done * length;
                          view.plots_shown = TimeRange{begin, begin + 0.1 * length};
                        }));
  table.add(curves_goal(window, what + "zoomed in to a second", pictures,
                        [&](ViewState& view, double done) {
                          const Seconds half = length * std::pow(1 / length, done) / 2;
                          const Seconds middle = all.begin + length / 2;
                          view.plots_shown = TimeRange{middle - half, middle + half};
                        }));
}

/// A frame of boxes in a cube, named, turned and of all kinds.
Frame frame_of_boxes(std::size_t count) {
  Frame frame;
  frame.index = FrameIndex(0);
  assets::Random random(3);
  for (std::size_t i = 0; i < count; ++i) {
    const auto somewhere = [&] { return static_cast<double>(random.below(100'000)) / 100 - 500; };
    Entity& entity = frame.entities.emplace_back();
    entity.index = EntityIndex(i);
    entity.name = "a box with a name";
    entity.kind = static_cast<EntityKind>(i % kEntityKinds);
    entity.world.position = glm::dvec3(somewhere(), somewhere(), somewhere());
    const double half_turn = somewhere();
    entity.world.rotation = glm::dquat(std::cos(half_turn), 0, 0, std::sin(half_turn));
    entity.box = Box{.center = glm::dvec3(0.0), .half = glm::dvec3(1, 2, 0.5)};
  }
  return frame;
}

void measure_scene(const LargeSizes& sizes, GoalTable& table) {
  const std::size_t count = sizes.is_small ? 1'000 : 100'000;
  const Frame frame = frame_of_boxes(count);
  const std::array frames{SceneFrame{.frame = &frame}};
  SceneContent content;
  SceneBatches batches;
  std::vector<SceneLabel> labels;
  const Camera camera;
  const Viewport viewport{.width = 1280, .height = 720};
  double scene = 1e300;
  double lists = 1e300;
  double names = 1e300;
  for (std::size_t i = 0; i < 3 * sizes.repeats + 2; ++i) {
    scene = std::min(scene, cost_of([&] { build_scene(frames, {}, content); }).cpu);
    lists = std::min(lists,
                     cost_of([&] { build_batches(content, camera, viewport, {}, batches); }).cpu);
    names = std::min(
        names, cost_of([&] { nearest_labels(content, camera, viewport, 1.0F, 500, labels); }).cpu);
  }
  const std::string what = "scene of " + std::to_string(count) + " boxes";
  table.add({.what = what + ": from frame to scene", .figure = 1e3 * scene, .unit = "ms"});
  table.add({.what = what + ": lists of instances", .figure = 1e3 * lists, .unit = "ms"});
  table.add({.what = what + ": labels", .figure = 1e3 * names, .unit = "ms"});
  table.add(at_most({.what = what + ": all of it, one list a kind",
                     .figure = 1e3 * (scene + lists + names),
                     .unit = "ms",
                     .goal = "at most 4 ms of CPU"},
                    4.0));
}

}  // namespace

void measure_window(const LargeSizes& sizes, GoalTable& table) {
  measure_scene(sizes, table);
  measure_panels(sizes, table);
  measure_plots(sizes, table);
}

}  // namespace scrubjay::bench
