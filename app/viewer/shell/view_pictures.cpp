#include "app/view_pictures.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/saved/linked_view.h"
#include "app/viewer/shell/shell.h"
#include "core/unique_id.h"
#include "render/offscreen_context.h"
#include "render/screen_picture.h"

namespace scrubjay {

namespace {

constexpr int kUsualWidth = 1280;
constexpr int kUsualHeight = 720;

/// Dear ImGui under the OpenGL context that is current.
struct DrawingContext {
  DrawingContext() {
    ImGui::SetCurrentContext(ImGui::CreateContext());
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.MousePos = {-FLT_MAX, -FLT_MAX};
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~DrawingContext() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }
  DrawingContext(const DrawingContext&) = delete;
  DrawingContext& operator=(const DrawingContext&) = delete;
};

/// The window's own scene, drawn again and again until nothing of it is still on its way.
class HeadlessView final : public ViewPictures {
 public:
  HeadlessView(const ViewPictureOptions& options, OffscreenContext context, ScreenPicture target,
               int width, int height)
      : options_(options),
        context_(std::move(context)),
        target_(std::move(target)),
        width_(width),
        height_(height),
        shell_(
            options.viewer, Settings(), [] {}, true) {
    shell_.show_scene_alone(style(std::nullopt));
  }

  PictureResult<Image> picture(Seconds time, const std::atomic<bool>& cancelled) override {
    const bool is_flat =
        options_.ground == PictureGround::white || options_.ground == PictureGround::none;
    if (!is_flat) return draw(time, std::nullopt, cancelled);
    auto on_white = draw(time, glm::vec3(1), cancelled);
    if (!on_white || options_.ground == PictureGround::white) return on_white;
    const auto on_black = draw(time, glm::vec3(0), cancelled);
    if (!on_black) return on_black;
    return without_ground(*on_black, *on_white);
  }

 private:
  ScenePictureStyle style(const std::optional<glm::vec3>& ground) const {
    ScenePictureStyle wanted;
    wanted.labels = options_.labels;
    wanted.scale_bar = options_.scale_bar;
    wanted.ground = ground;
    return wanted;
  }

  PictureResult<Image> draw(Seconds time, const std::optional<glm::vec3>& ground,
                            const std::atomic<bool>& cancelled) {
    shell_.set_picture_ground(ground);
    if (auto drawn = draw_to_rest(time, ground, cancelled); !drawn) {
      return std::unexpected(std::move(drawn.error()));
    }
    if (!std::exchange(has_begun_, true)) {
      if (is_nobody_selected()) {
        return fail(fatal_problem("no-such-entity", "No entity has the id or the name \"" +
                                                        printable(options_.viewer.select) + "\"."));
      }
      // What was on its way has left its marks.
      shell_.show_scene_alone(style(ground));
      if (auto drawn = draw_to_rest(time, ground, cancelled); !drawn) {
        return std::unexpected(std::move(drawn.error()));
      }
    }
    const SceneCache& scene = shell_.scene();
    if (!scene.renderer_error.empty()) {
      return fail(fatal_problem("no-opengl", scene.renderer_error));
    }
    return target_.read();
  }

  PictureResult<void> draw_to_rest(Seconds time, const std::optional<glm::vec3>& ground,
                                   const std::atomic<bool>& cancelled) {
    constexpr int kAtRest = 2;  // what one picture finds shows in the next
    for (int at_rest = 0; at_rest < kAtRest;) {
      if (cancelled.load()) {
        return fail(fatal_problem("cancelled", "Stopped."));
      }
      if (const auto& failures = shell_.workspace().failures(); !failures.empty()) {
        return std::unexpected(PictureFailure{failures.front().path, failures.front().problem});
      }
      choose_theme();
      shell_.stand_at(time);
      draw_once(ground.value_or(glm::vec3(0)));
      at_rest = shell_.is_drawing() ? 0 : at_rest + 1;
      if (at_rest == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  }

  /// Nobody in the first recording is who is to be selected.
  bool is_nobody_selected() {
    const std::string& wanted = options_.viewer.select;
    const auto& recordings = shell_.workspace().session().recordings;
    return !wanted.empty() && !recordings.empty() &&
           entities_meant(*recordings.front().recording, wanted).empty();
  }

  /// What is about no file more than about the first.
  std::unexpected<PictureFailure> fail(Problem problem) const {
    return std::unexpected(PictureFailure{options_.viewer.files.front(), std::move(problem)});
  }

  void choose_theme() {
    if (options_.ground == PictureGround::dark) shell_.state().theme = ThemeChoice::dark;
    if (options_.ground == PictureGround::white) shell_.state().theme = ThemeChoice::light;
  }

  void draw_once(const glm::vec3& color) {
    using Clock = std::chrono::steady_clock;
    WindowFacts facts;
    facts.width = width_;
    facts.height = height_;
    facts.monitor_scale = static_cast<float>(options_.scale);
    facts.now = std::chrono::duration<double>(Clock::now() - begun_).count();
    facts.elapsed = facts.now - std::exchange(last_, facts.now);
    if (shell_.prepare(facts)) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    io.DeltaTime = static_cast<float>(std::max(facts.elapsed, 1e-4));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    shell_.draw(facts);
    ImGui::Render();
    target_.begin(color);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

  ViewPictureOptions options_;
  OffscreenContext context_;
  DrawingContext gui_;
  ScreenPicture target_;
  int width_;
  int height_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  double last_ = 0;
  bool has_begun_ = false;
  Shell shell_;
};

}  // namespace

Result<std::unique_ptr<ViewPictures>> open_view_pictures(const ViewPictureOptions& options) {
  int width = options.width;
  int height = options.height;
  if (!options.viewer.view.empty()) {
    const auto view = read_view(options.viewer.view);
    if (!view) return failure(view.error());
    if (width <= 0) {
      width = view->width;
      height = view->height;
    }
  }
  if (width <= 0 || height <= 0) {
    width = kUsualWidth;
    height = kUsualHeight;
  }
  const auto scaled = [&](int pixels) {
    return static_cast<int>(std::lround(pixels * options.scale));
  };
  auto context = OffscreenContext::create();
  if (!context) return failure(std::move(context.error()));
  auto target = ScreenPicture::create(scaled(width), scaled(height));
  if (!target) return failure(std::move(target.error()));
  return std::make_unique<HeadlessView>(options, std::move(*context), std::move(*target),
                                        scaled(width), scaled(height));
}

}  // namespace scrubjay
