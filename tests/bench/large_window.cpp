#include <imgui.h>

#include <algorithm>
#include <thread>

#include "app/viewer/shell.h"
#include "assets/random.h"
#include "render/label_layout.h"
#include "render/scene_batches.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

/// The window without a display: its lists of triangles are made and thrown away.
class BlindWindow {
 public:
  explicit BlindWindow(const std::filesystem::path& path)
      : context_(ImGui::CreateContext()),
        shell_(
            {.files = {path.string()}, .is_cache_used = false}, {}, [] {}, false) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1920, 1080};
    io.DeltaTime = kPicture;
  }
  ~BlindWindow() {
    shell_.workspace().close_all();
    ImGui::DestroyContext(context_);
  }
  BlindWindow(const BlindWindow&) = delete;
  BlindWindow& operator=(const BlindWindow&) = delete;

  /// CPU time of one picture on this thread [s].
  double picture() {
    now_ += kPicture;
    const WindowFacts facts{
        .width = 1920, .height = 1080, .monitor_scale = 1, .now = now_, .elapsed = kPicture};
    if (shell_.prepare(facts)) {
      unsigned char* pixels = nullptr;
      int width = 0;
      int height = 0;
      ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    return cost_of([&] {
             ImGui::NewFrame();
             shell_.draw(facts);
             ImGui::Render();
           })
        .cpu;
  }
  /// Until the file is indexed and nothing is computed any more.
  void settle() {
    const auto is_open = [&] {
      const Session& session = shell_.workspace().session();
      return !session.recordings.empty() && session.recordings[0].recording->is_indexed();
    };
    for (int calm = 0; calm < 30;) {
      picture();
      calm = is_open() && !shell_.is_busy() ? calm + 1 : 0;
      if (!is_open()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  Shell& shell() { return shell_; }

 private:
  static constexpr float kPicture = 1.0F / 60;

  ImGuiContext* context_;
  Shell shell_;
  double now_ = 0;
};

/// The median CPU time of a picture while it plays from the middle, with all windows open.
double picture_seconds(std::size_t frames, std::uint32_t entities, std::size_t pictures) {
  const BenchFile file("window-" + std::to_string(frames), ".log",
                       [&](const ByteSink& sink) { write_sparse_town(frames, entities, sink); });
  BlindWindow window(file.path());
  window.settle();
  ViewState& state = window.shell().state();
  state.problems_open = state.queries_open = state.filters_open = state.reading_open = true;
  state.selected = {{0, EntityIndex(0)}};
  state.playback.playhead =
      window.shell().workspace().session().recordings[0].recording->timeline().range().end / 2;
  window.settle();
  state.playback.playing = true;
  std::vector<double> seconds;
  for (std::size_t i = 0; i < pictures; ++i) seconds.push_back(window.picture());
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
    names = std::min(names,
                     cost_of([&] { nearest_labels(content, camera, viewport, 500, labels); }).cpu);
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
}

}  // namespace scrubjay::bench
