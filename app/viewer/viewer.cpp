#include "app/viewer.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdio>
#include <deque>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/shared/exit_status.h"
#include "app/viewer/saved/linked_view.h"
#include "app/viewer/saved/settings_keeper.h"
#include "app/viewer/saved/state_file.h"
#include "app/viewer/shell/layout.h"
#include "app/viewer/shell/shell.h"
#include "core/concurrency/awaited.h"
#include "core/platform/display_loss.h"
#include "core/platform/output_file.h"
#include "core/platform/quit_signals.h"
#include "render/gl_objects.h"
#include "render/png.h"
#include "render/screen.h"

namespace scrubjay {

namespace {

/// GLFW's own life.
struct GlfwLibrary {
  bool is_ready = glfwInit() == GLFW_TRUE;
  ~GlfwLibrary() {
    if (is_ready) glfwTerminate();
  }
};

struct WindowDeleter {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, WindowDeleter>;

/// Keys that change twice between two pictures: each press has a picture of its own, in their
/// order, with the modifiers that it was made with. From 1.87 on Dear ImGui sees to that, but for
/// modifiers that are up again.
class KeyTaps {
 public:
  static constexpr int kKeys = 512;  ///< of ImGuiIO::KeysDown

  void press(int key, int modifiers) {
    if (key < 0 || key >= kKeys) return;
    down_.set(static_cast<std::size_t>(key));
    // Ctrl and its like come with the presses that they are held for.
    if (!is_modifier(key)) waiting_.push_back({key, modifiers});
  }
  /// Before Dear ImGui hears of it.
  void release(int key) {
    if (key >= 0 && key < kKeys) down_.reset(static_cast<std::size_t>(key));
#if IMGUI_VERSION_NUM >= 18700
    if (!is_modifier(key) || ImGui::GetCurrentContext()->InputEventsQueue.empty()) return;
    // A key that nobody has changes twice: what follows is of the next picture.
    constexpr ImGuiKey kNobodys = ImGuiKey_GamepadRStickDown;
    ImGui::GetIO().AddKeyEvent(kNobodys, true);
    ImGui::GetIO().AddKeyEvent(kNobodys, false);
#endif
  }
  /// Before a picture. True: it takes more pictures until all are seen.
  bool show_next() {
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    const std::optional<int> before = std::exchange(shown_, std::nullopt);
    for (std::size_t key = 0; key < down_.size(); ++key) io.KeysDown[key] = down_[key];
    const auto is_down = [&](int left, int right) {
      return io.KeysDown[left] || io.KeysDown[right];
    };
    io.KeyCtrl = is_down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = is_down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = is_down(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
    io.KeySuper = is_down(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
    for (const Tap& tap : waiting_) io.KeysDown[tap.key] = false;  // its turn comes
    if (waiting_.empty()) return before.has_value();
    if (waiting_.front().key == before) return true;  // up between two presses
    const Tap tap = waiting_.front();
    waiting_.pop_front();
    io.KeysDown[tap.key] = true;
    io.KeyCtrl = (tap.modifiers & GLFW_MOD_CONTROL) != 0;
    io.KeyShift = (tap.modifiers & GLFW_MOD_SHIFT) != 0;
    io.KeyAlt = (tap.modifiers & GLFW_MOD_ALT) != 0;
    io.KeySuper = (tap.modifiers & GLFW_MOD_SUPER) != 0;
    shown_ = tap.key;
    return true;
#else
    waiting_.clear();
    return false;
#endif
  }

 private:
  struct Tap {
    int key;
    int modifiers;
  };

  static bool is_modifier(int key) {
    return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
  }

  std::bitset<kKeys> down_;
  std::deque<Tap> waiting_;
  std::optional<int> shown_;  ///< in the last picture
};

/// What GLFW's callbacks reach.
struct WindowInput {
  Shell& shell;
  std::optional<ImVec2> press;  ///< where a button went down since the last picture
  KeyTaps taps;
  InputSeen seen;
};

WindowInput& input_of(GLFWwindow* window) {
  return *static_cast<WindowInput*>(glfwGetWindowUserPointer(window));
}

Shell& shell_of(GLFWwindow* window) { return input_of(window).shell; }

void on_drop(GLFWwindow* window, int count, const char** paths) {
  shell_of(window).open_files({paths, paths + count});
  glfwFocusWindow(window);
}

/// The letter that the user's keyboard has there: keys are named by an American one.
int letter_of(int key, int scancode) {
  const char* const name = glfwGetKeyName(key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
  return name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + GLFW_KEY_A : key;
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  if (action == GLFW_PRESS) {
    ++input_of(window).seen.keys;
    input_of(window).taps.press(key, modifiers);
  }
  if (action == GLFW_RELEASE) input_of(window).taps.release(key);
  if (action != GLFW_RELEASE) shell_of(window).press({letter_of(key, scancode), modifiers});
}

void on_focus(GLFWwindow* window, int is_focused) {
  if (is_focused == GLFW_TRUE) shell_of(window).on_focus();
}

/// Pixels of the framebuffer in one unit in which the system measures the window, across and down:
/// the monitor's scale on Wayland and macOS, 1 elsewhere. All that is drawn counts in pixels.
glm::dvec2 pixels_per_unit(GLFWwindow* window) {
  glm::ivec2 units(0);
  glm::ivec2 pixels(0);
  glfwGetWindowSize(window, &units.x, &units.y);
  glfwGetFramebufferSize(window, &pixels.x, &pixels.y);
  if (units.x <= 0 || units.y <= 0) return glm::dvec2(1);
  return glm::dvec2(pixels) / glm::dvec2(units);
}

void on_mouse_move(GLFWwindow* window, double x, double y) {
  const glm::dvec2 at = glm::dvec2(x, y) * pixels_per_unit(window);
  input_of(window).seen.mouse = {at.x, at.y};
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, at.x, at.y);
#endif
}

void on_mouse_button(GLFWwindow* window, int, int action, int) {
  WindowInput& input = input_of(window);
  ++input.seen.buttons;
  if (action != GLFW_PRESS || input.press) return;
  input.press = {static_cast<float>(input.seen.mouse[0]), static_cast<float>(input.seen.mouse[1])};
}

void on_scroll(GLFWwindow* window, double, double) { ++input_of(window).seen.wheel; }

void on_character(GLFWwindow* window, unsigned) { ++input_of(window).seen.characters; }

/// The exit status where there is no window, or no longer one.
constexpr int kNoWindow = static_cast<int>(ExitStatus::nothing_done);

/// Why there is no window, and what works without one. The exit status.
int no_window(const std::string& why) {
  std::fprintf(
      stderr,
      "scrubjay: no window can be opened here%s%s\n"
      "Without one, `scrubjay info FILE` and `scrubjay render FILE --time T -o PICTURE.png` do the "
      "same work.\n",
      why.empty() ? "." : ": ", why.c_str());
  return kNoWindow;
}

std::string glfw_reason() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason == nullptr ? "" : reason;
}

/// Why the driver refuses a window: what it offers where that is too old, else GLFW's own reason.
std::string refusal() {
  const std::string reason = glfw_reason();
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  const WindowHandle any(glfwCreateWindow(16, 16, "Scrubjay", nullptr, nullptr));
  if (any == nullptr) return reason;
  glfwMakeContextCurrent(any.get());
  const auto loaded = load_gl(glfwGetProcAddress);
  glfwMakeContextCurrent(nullptr);
  return loaded ? reason : describe(loaded.error());
}

/// The saved size, or one that suits the monitor.
WindowSize window_size(const Settings& settings) {
  if (settings.window_width > 0 && settings.window_height > 0) {
    return {settings.window_width, settings.window_height};
  }
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  if (GLFWmonitor* const monitor = glfwGetPrimaryMonitor()) {
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  }
  if (width <= 0 || height <= 0) return {1280, 720};
  return first_window_size(width, height);
}

WindowHandle open_window(const Settings& settings) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_MAXIMIZED, settings.maximized ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "scrubjay");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "scrubjay");
  const WindowSize size = window_size(settings);
  return WindowHandle(glfwCreateWindow(size.width, size.height, "Scrubjay", nullptr, nullptr));
}

/// Switches between a window and the whole monitor, keeping the window's place.
struct FullScreen {
  bool is_on = false;
  int x = 0, y = 0, width = 0, height = 0;

  void set(GLFWwindow* window, bool wanted) {
    if (wanted == is_on) return;
    is_on = wanted;
    if (wanted) {
      glfwGetWindowPos(window, &x, &y);
      glfwGetWindowSize(window, &width, &height);
      GLFWmonitor* monitor = glfwGetPrimaryMonitor();
      const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
      if (mode == nullptr) return;
      glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
      glfwSetWindowMonitor(window, nullptr, x, y, width, height, 0);
    }
  }
};

/// Scale of text from the monitor's, in framebuffer pixels.
float monitor_scale(GLFWwindow* window) {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  return std::isfinite(x) && x > 0 ? x : 1.0F;
}

/// What to say of it.
std::string save_png(const Image& image, const std::string& path) {
  const auto bytes = encode_png(image);
  const auto done = bytes ? write_whole_file(path, *bytes, AtomicFile::Flush::by_system)
                          : Result<void>(failure(bytes.error()));
  return done ? "Saved as " + path : "Not saved: " + describe(done.error());
}

class ViewerWindow {
 public:
  ViewerWindow(GLFWwindow* window, const ViewerOptions& options, const Settings& settings)
      : window_(window),
        settings_file_(settings),
        shell_(
            options, settings, [] { glfwPostEmptyEvent(); }, true),
        state_file_(options.state_file),
        settings_keeper_(settings, [this](const Settings& current) { save(current); }) {
    glfwSetWindowUserPointer(window_, &input_);
    // Set before ImGui's own, which call these in turn; but where the mouse is ImGui hears of us.
    glfwSetKeyCallback(window_, on_key);
    glfwSetDropCallback(window_, on_drop);
    glfwSetMouseButtonCallback(window_, on_mouse_button);
    glfwSetScrollCallback(window_, on_scroll);
    glfwSetCharCallback(window_, on_character);
    glfwSetWindowFocusCallback(window_, on_focus);
    shell_.on_focus();
    look_at_extent();
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    glfwSetCursorPosCallback(window_, on_mouse_move);
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~ViewerWindow() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }

  void run() {
    double last = glfwGetTime();
    while (!is_to_close()) {
      wait_for_events(last);
      const double now = glfwGetTime();
      draw(now, now - last);
      last = now;
    }
    save(settings_now());
    report_saved();
  }

 private:
  /// The window as it is to be opened the next time.
  struct Extent {
    int width = 0;
    int height = 0;
    bool maximized = false;
  };
  bool is_to_close() {
    if (quit_signals_.has_come()) return true;
    const bool is_asked = glfwWindowShouldClose(window_) != GLFW_FALSE || shell_.wants_to_close();
    if (!is_asked || shell_.may_close()) return is_asked;
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return false;
  }
  void look_at_extent() {
    int width = 0;
    int height = 0;
    glfwGetWindowSize(window_, &width, &height);
    if (width > 0 && height > 0) {  // else the display has just gone: what was known holds
      extent_.width = width;
      extent_.height = height;
    }
    if (full_screen_.is_on && full_screen_.width > 0) {
      extent_.width = full_screen_.width;
      extent_.height = full_screen_.height;
    }
    extent_.maximized = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
  }
  /// What is to be remembered of this run so far.
  Settings settings_now() {
    look_at_extent();
    return shell_.settings_to_save(extent_.width, extent_.height, extent_.maximized);
  }

  /// The window is gone, and all that asks for it fails: what is known of it is saved.
  void on_display_loss() {
    report_saved();
    const auto saved = settings_file_.save(
        shell_.settings_to_save(extent_.width, extent_.height, extent_.maximized));
    std::fprintf(
        stderr,
        "scrubjay: the display is gone (its server ended, or the connection to it broke): the "
        "window ends. %s\n",
        saved ? "Settings are saved." : describe(saved.error()).c_str());
  }

  /// Saves on a thread of its own: the disk may take its time.
  void save(const Settings& settings) {
    report_saved();
    saving_.start({}, [this, settings] { return settings_file_.save(settings); });
  }

  /// Waits for what is being saved, and says why it could not be.
  void report_saved() {
    const auto saved = saving_.wait();
    if (!saved) return;
    const std::string failure = *saved ? "" : describe(saved->error());
    if (!failure.empty() && failure != told_failure_) {
      std::fprintf(stderr, "scrubjay: %s\n", failure.c_str());
    }
    told_failure_ = failure;
  }

  void look_at_settings() {
    settings_keeper_.look(glfwGetTime(), [this] { return settings_now(); });
  }

  /// Sleeps until something happens, or until the next picture is due while things move. After an
  /// event two more pictures follow, since ImGui answers a click one picture later.
  void wait_for_events(double last) {
    constexpr double kPicture = 1.0 / 60;
    if (shell_.is_busy()) {
      settle_ = 2;
      look_at_settings();
    }
    if (settle_ > 0) {
      --settle_;
      const double rest = last + kPicture - glfwGetTime();
      if (rest > 0) {
        glfwWaitEventsTimeout(rest);
      } else {
        glfwPollEvents();
      }
      return;
    }
    look_at_settings();
    const double rest = std::min(settings_keeper_.rest(glfwGetTime()), shell_.rest(glfwGetTime()));
    if (std::isfinite(rest)) {
      glfwWaitEventsTimeout(std::max(rest, kPicture));
    } else {
      glfwWaitEvents();
    }
    settle_ = 2;
  }

  /// From 1.87 on Dear ImGui takes what follows too quickly for one picture in the next ones.
  static bool has_waiting_input() {
#if IMGUI_VERSION_NUM >= 18700
    return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
    return false;
#endif
  }

  /// Whether this picture answered to mouse or text. What it changed shows in the next one, also
  /// when the input came while the window was about to sleep.
  static bool has_input() {
    const ImGuiIO& io = ImGui::GetIO();
    bool any = io.MouseWheel != 0 || io.InputQueueCharacters.Size > 0;
    for (int button = 0; button < 3; ++button) {
      any = any || ImGui::IsMouseClicked(button) || ImGui::IsMouseReleased(button);
    }
    return any || has_waiting_input();
  }

  /// Dear ImGui lays out and hears of the mouse in pixels, not in units of the window.
  void count_in_pixels(const WindowFacts& facts) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(facts.width), static_cast<float>(facts.height)};
    io.DisplayFramebufferScale = {1, 1};
#if IMGUI_VERSION_NUM < 18700
    const glm::vec2 scale(pixels_per_unit(window_));
    if (ImGui::IsMousePosValid()) io.MousePos = {io.MousePos.x * scale.x, io.MousePos.y * scale.y};
#endif
  }

  /// A press counts where it was made, also when the mouse has moved on since: a quick drag begins
  /// at its begin. Dear ImGui sees to that itself from 1.87 on.
  void take_press() {
#if IMGUI_VERSION_NUM < 18700
    if (input_.press) ImGui::GetIO().MousePos = *input_.press;
#endif
    input_.press.reset();
    if (input_.taps.show_next()) settle_ = 2;
    press_by_enter();
  }

  /// Enter presses what has the keyboard, as Space does, unless it goes down with Ctrl, which has a
  /// meaning of its own. Dear ImGui does so itself from 1.88 on.
  void press_by_enter() {
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    const bool is_down = io.KeysDown[GLFW_KEY_ENTER] || io.KeysDown[GLFW_KEY_KP_ENTER];
    if (!is_down) is_enter_alone_ = true;
    if (is_down && io.KeyCtrl) is_enter_alone_ = false;
    if (is_down && is_enter_alone_ && !io.WantTextInput) io.NavInputs[ImGuiNavInput_Activate] = 1;
#endif
  }

  /// Saves the part of the window that was asked for, on another thread, and says what became of
  /// it.
  void save_picture(const WindowFacts& facts) {
    ViewState& state = shell_.state();
    if (auto note = picture_saving_.take()) state.plots_note = std::move(*note);
    if (!state.plots_picture || picture_saving_.is_running()) return;
    const PictureRequest request = *std::exchange(state.plots_picture, std::nullopt);
    const ScreenRect part{static_cast<int>(request.x), static_cast<int>(request.y),
                          static_cast<int>(request.width), static_cast<int>(request.height)};
    picture_saving_.start(glfwPostEmptyEvent,
                          [image = read_screen_part(facts.width, facts.height, part),
                           path = request.path] { return save_png(image, path); });
  }

  void draw(double now, double elapsed) {
    WindowFacts facts;
    glfwGetFramebufferSize(window_, &facts.width, &facts.height);
    if (facts.width <= 0 || facts.height <= 0) return;
    facts.monitor_scale = monitor_scale(window_);
    facts.now = now;
    facts.elapsed = elapsed;
    if (shell_.prepare(facts)) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    count_in_pixels(facts);
    take_press();
    ImGui::NewFrame();
    shell_.draw(facts);
    if (has_input()) settle_ = 2;
    ImGui::Render();
    const ImVec4 background = shell_.theme().window;
    clear_screen(facts.width, facts.height, {background.x, background.y, background.z},
                 shell_.backgrounds());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    save_picture(facts);
    glfwSwapBuffers(window_);
    const std::string title = shell_.title();
    if (title != title_) {
      title_ = title;
      glfwSetWindowTitle(window_, title_.c_str());
    }
    full_screen_.set(window_, shell_.wants_full_screen());
    if (!has_waiting_input()) ++input_.seen.pictures;
    input_.seen.is_answered = settle_ == 0;
    if (state_file_.is_wanted()) state_file_.update(shell_.state_json(input_.seen));
  }

  GLFWwindow* window_;
  SettingsFile settings_file_;  ///< of `saving_` while that runs
  Shell shell_;
  WindowInput input_{shell_, {}, {}, {}};
  StateFile state_file_;
  FullScreen full_screen_;
  std::string title_;
  Awaited<Result<void>> saving_;
  Awaited<std::string> picture_saving_;  ///< what to say of it
  std::string told_failure_;
  SettingsKeeper settings_keeper_;
  Extent extent_;
  DisplayLoss display_loss_{kNoWindow, [this] { on_display_loss(); }};
  QuitSignals quit_signals_{[] { glfwPostEmptyEvent(); }};
  int settle_ = 3;
  bool is_enter_alone_ = true;  ///< since it went down
};

}  // namespace

int run_viewer(const ViewerOptions& options) {
  const GlfwLibrary library;
  if (!library.is_ready) return no_window(glfw_reason());
  Settings settings = load_settings();
  if (!options.view.empty()) {
    const auto view = read_view(options.view);
    if (!view) {
      std::fprintf(stderr, "scrubjay: --view: %s\n", describe(view.error()).c_str());
      return static_cast<int>(ExitStatus::wrong_usage);
    }
    if (view->window_width > 0) {
      settings.window_width = view->window_width;
      settings.window_height = view->window_height;
      settings.maximized = false;
    }
  }
  const WindowHandle window = open_window(settings);
  if (window == nullptr) return no_window(refusal());
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  if (const auto loaded = load_gl(glfwGetProcAddress); !loaded) {
    return no_window(describe(loaded.error()));
  }
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().MouseDoubleClickTime = 0.4F;
  {
    ViewerWindow viewer(window.get(), options, settings);
    viewer.run();
  }
  ImGui::DestroyContext();
  return 0;
}

}  // namespace scrubjay
