// The whole viewer under random input, over all samples. After a warm-up its memory must stay where
// it is, ImGui must find nothing wrong, and with --gl the driver, too.
//
//   viewer_load [--pictures N] [--seed N] [--gl]
//   viewer_load --cycles N
//
// With --cycles, each sample is opened, looked at and closed so many times instead: memory, open
// files and threads must stay as they are.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/shell/shell.h"
#include "core/platform/crash_report.h"
#include "core/platform/heap.h"
#include "tests/core/sanitizers.h"
#include "tests/load/gl_watch.h"
#include "tests/load/process_facts.h"
#include "tests/load/random_user.h"

namespace scrubjay::load {
namespace {

namespace fs = std::filesystem;

constexpr float kPicture = 1.0F / 60;

struct LoadOptions {
  std::size_t pictures = 2000;
  std::uint32_t seed = 1;
  bool use_gl = false;
  std::size_t cycles = 0;  ///< instead of the pictures
};

std::vector<std::string> samples() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(SCRUBJAY_SAMPLES)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("sample") && entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// The samples, and one that is cut in its middle: problems are shown, too.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files = samples();
  const fs::path cut = folder / "cut.log";
  fs::copy_file(fs::path(SCRUBJAY_SAMPLES) / "sample.log", cut);
  fs::resize_file(cut, fs::file_size(cut) / 2);
  files.push_back(cut);
  return files;
}

constexpr std::size_t kParts = 10;

// The thread sanitizer remembers every byte that was ever touched.
constexpr bool kIsThreadSanitized = SCRUBJAY_HAS_THREAD_SANITIZER;

// The window's size at the begin, and whenever nothing is open.
constexpr int kWidth = 1280;
constexpr int kHeight = 800;

/// Memory over a run in ten parts, of which the first is the warm-up.
class MemoryRecord {
 public:
  explicit MemoryRecord(std::size_t pictures) : pictures_(pictures) {}

  void look(std::size_t picture) {
    std::uint64_t& highest = highest_[picture * kParts / pictures_];
    highest = std::max(highest, anonymous_bytes());
  }
  /// After everything was closed, at the end of a part.
  void look_at_rest() { at_rest_.push_back(heap_bytes()); }

  bool is_flat() const { return kIsThreadSanitized || (is_bounded() && rests_alike()); }
  void print() const {
    print_mebibytes("anonymous memory, highest of each tenth", highest_);
    print_mebibytes("heap in use with nothing open, after each tenth", at_rest_);
  }

 private:
  /// What is open differs from time to time, so parts differ, and one of them may stand out; but
  /// they must not go up: the middle one of the last half may be the highest of the parts before it
  /// and a fifth of that, and 16 MiB.
  bool is_bounded() const {
    const auto half = highest_.begin() + kParts / 2;
    const std::uint64_t before = *std::max_element(highest_.begin() + 1, half);
    std::array<std::uint64_t, kParts - kParts / 2> last;
    std::copy(half, highest_.end(), last.begin());
    std::ranges::sort(last);
    return last[last.size() / 2] <= before + before / 5 + (std::uint64_t{16} << 20);
  }
  /// With nothing open, what was made large for something large stays so for a while, but whatever
  /// is kept by mistake adds up: the least of the last half may be that of the parts before it and
  /// 4 MiB.
  bool rests_alike() const {
    const auto half = at_rest_.begin() + kParts / 2;
    const std::uint64_t before = *std::min_element(at_rest_.begin() + 1, half);
    const std::uint64_t after = *std::min_element(half, at_rest_.end());
    return after <= before + (std::uint64_t{4} << 20);
  }
  static void print_mebibytes(const char* what, std::span<const std::uint64_t> bytes) {
    std::printf("%s [MiB]:", what);
    for (const std::uint64_t count : bytes) {
      std::printf(" %.2f", static_cast<double>(count) / (1 << 20));
    }
    std::printf("\n");
  }

  std::size_t pictures_;
  std::array<std::uint64_t, kParts> highest_{};
  std::vector<std::uint64_t> at_rest_;
};

void make_font_pixels() {
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
}

/// Draws one picture after the other, without a window or with one.
class Painter {
 public:
  Painter(Shell& shell, WindowFacts& facts, GlWatch* gl) : shell_(shell), facts_(facts), gl_(gl) {}

  void draw() {
    facts_.now += kPicture;
    if (gl_ != nullptr) gl_->resize(facts_.width, facts_.height);
    ImGui::GetIO().DisplaySize = {static_cast<float>(facts_.width),
                                  static_cast<float>(facts_.height)};
    const bool has_new_fonts = shell_.prepare(facts_);
    if (gl_ != nullptr) {
      gl_->begin_picture(has_new_fonts);
    } else if (has_new_fonts) {
      make_font_pixels();
    }
    ImGui::NewFrame();
    shell_.draw(facts_);
    ImGui::Render();
    if (gl_ != nullptr) gl_->end_picture();
  }

 private:
  Shell& shell_;
  WindowFacts& facts_;
  GlWatch* gl_;
};

/// Closes everything and draws until nothing is at work; false when that never comes. The window
/// has its first size then: what a driver without a GPU draws into is memory, too. What was closed
/// last is kept for Ctrl+Z: that is the same small recording each time.
bool rest(RandomUser& user, Shell& shell, Painter& painter, WindowFacts& facts) {
  constexpr int kMostPictures = 5000;
  facts.width = kWidth;
  facts.height = kHeight;
  int drawn = 0;
  while (!user.put_to_rest(shell) && drawn++ < kMostPictures) painter.draw();
  shell.open_files({(fs::path(SCRUBJAY_SAMPLES) / "sample.xrec").string()});
  while (!user.put_to_rest(shell) && drawn++ < kMostPictures) painter.draw();
  do painter.draw();
  while (shell.is_busy() && drawn++ < kMostPictures);
  if (drawn < kMostPictures) return true;
  std::fprintf(stderr, "viewer_load: no rest with nothing open: %s\n", shell.state_json().c_str());
  return false;
}

/// What a process holds on to.
struct Holdings {
  std::uint64_t heap = 0;
  std::uint64_t descriptors = 0;
  std::uint64_t threads = 0;

  static Holdings now() { return {heap_bytes(), open_descriptors(), load::threads()}; }
  /// A last recording is kept for Ctrl+Z, and what was made large for it: that is not the same to
  /// the byte each time.
  bool are_within(const Holdings& before) const {
    constexpr std::uint64_t kMore = std::uint64_t{1} << 20;
    return (kIsThreadSanitized || heap <= before.heap + kMore) &&
           descriptors <= before.descriptors && threads <= before.threads;
  }
};

/// Opens a recording, looks at its begin and its middle, and closes it. False when that never ends.
bool open_look_close(const std::string& file, Shell& shell, Painter& painter) {
  constexpr int kMostPictures = 20'000;
  int drawn = 0;
  const auto draw_until = [&](auto holds) {
    do painter.draw();
    while (!holds() && drawn++ < kMostPictures);
    return drawn < kMostPictures;
  };
  const auto& recordings = shell.workspace().session().recordings;
  const auto is_read = [&] {
    return !shell.workspace().is_opening() && !recordings.empty() &&
           recordings[0].recording->is_indexed() && !shell.is_busy();
  };
  shell.open_files({file});
  if (!draw_until(is_read)) return false;
  const TimeRange range = shell.workspace().session().range();
  shell.state().playback.playhead = range.begin + range.length() / 2;
  painter.draw();
  shell.press({GLFW_KEY_W, GLFW_MOD_CONTROL});
  return draw_until([&] { return recordings.empty() && !shell.is_busy(); });
}

int open_and_close(std::size_t cycles, Shell& shell, Painter& painter) {
  bool are_flat = true;
  for (const std::string& file : samples()) {
    if (fs::path(file).extension() == ".glb") continue;  // lies below recordings
    Holdings before;
    const std::size_t warm_up = cycles / 5;
    for (std::size_t i = 0; i < cycles; ++i) {
      if (!open_look_close(file, shell, painter)) {
        std::fprintf(stderr, "viewer_load: no rest with %s: %s\n", file.c_str(),
                     shell.state_json().c_str());
        return 1;
      }
      if (i == warm_up) before = Holdings::now();
    }
    const Holdings after = Holdings::now();
    are_flat = are_flat && after.are_within(before);
    std::printf(
        "%s: after %zu cycles and after %zu: heap %.2f and %.2f MiB, %zu and %zu open files, "
        "%zu and %zu threads\n",
        fs::path(file).filename().c_str(), warm_up + 1, cycles,
        static_cast<double>(before.heap) / (1 << 20), static_cast<double>(after.heap) / (1 << 20),
        before.descriptors, after.descriptors, before.threads, after.threads);
  }
  if (!are_flat) std::fprintf(stderr, "viewer_load: something is kept of what was closed\n");
  return are_flat ? 0 : 1;
}

int run(const LoadOptions& options, const fs::path& folder) {
  WindowFacts facts{.width = kWidth, .height = kHeight, .elapsed = kPicture};
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DeltaTime = kPicture;
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().KeyMap[ImGuiKey_Space] = GLFW_KEY_SPACE;  // who walks by keys needs it
#endif
  std::unique_ptr<GlWatch> gl;
  if (options.use_gl) {
    gl = GlWatch::create(facts.width, facts.height);
    if (gl == nullptr || !gl->is_watching()) {
      std::fprintf(stderr, "viewer_load: no display, or no driver that reports errors\n");
      return 2;
    }
  }
  MemoryRecord memory(options.pictures);
  RandomUser user(options.seed, files_in(folder), folder / "scrubjay");
  {
    Shell shell(
        {}, {}, [] {}, gl != nullptr);
    Painter painter(shell, facts, gl.get());
    if (options.cycles > 0) return open_and_close(options.cycles, shell, painter);
    for (std::size_t i = 0; i < options.pictures; ++i) {
      user.act(shell, facts);
      painter.draw();
      if (i % 20 == 0) memory.look(i);
      if ((i + 1) * kParts / options.pictures == i * kParts / options.pictures) continue;
      if (!rest(user, shell, painter, facts)) return 1;
      memory.look_at_rest();
    }
  }
  const std::size_t gl_errors = gl ? gl->errors() : 0;
  gl.reset();
  ImGui::DestroyContext();
  std::printf("%zu pictures: %s\n", options.pictures, user.done().c_str());
  memory.print();
  if (options.use_gl) std::printf("%zu OpenGL errors\n", gl_errors);
  if (!memory.is_flat()) std::fprintf(stderr, "viewer_load: memory grows\n");
  return memory.is_flat() && gl_errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace scrubjay::load

int main(int argc, char** argv) {
  using scrubjay::load::LoadOptions;
  namespace fs = std::filesystem;
  LoadOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--gl") {
      options.use_gl = true;
    } else if (word == "--pictures" && i + 1 < argc) {
      options.pictures = std::max(20UL, std::strtoul(argv[++i], nullptr, 10));
    } else if (word == "--seed" && i + 1 < argc) {
      options.seed = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (word == "--cycles" && i + 1 < argc) {
      options.cycles = std::strtoul(argv[++i], nullptr, 10);
    } else {
      std::fprintf(stderr, "usage: viewer_load [--pictures N] [--seed N] [--gl] | --cycles N\n");
      return 2;
    }
  }
  scrubjay::report_crashes_to(fs::temp_directory_path() / "scrubjay-load-reports", "load");
  scrubjay::keep_heaps_small();
  // Whatever random clicks reach, nothing of the user's own is touched, and no program is started.
  std::string name = (fs::temp_directory_path() / "scrubjay-load-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 2;
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}) {
    setenv(variable, name.c_str(), 1);
  }
  setenv("SCRUBJAY_CACHE", "all", 1);  // the samples are small
  setenv("PATH", "/nonexistent", 1);
  fs::current_path(name);
  const int status = scrubjay::load::run(options, name);
  fs::current_path("/");
  fs::remove_all(name);
  return status;
}
