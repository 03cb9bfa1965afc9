// The whole viewer under random input, over all samples. After a warm-up its memory must stay where
// it is, ImGui must find nothing wrong, and with --gl the driver, too.
//
//   viewer_load [--pictures N] [--seed N] [--gl]
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/shell.h"
#include "core/crash_report.h"
#include "tests/load/anonymous_memory.h"
#include "tests/load/gl_watch.h"
#include "tests/load/random_user.h"

namespace scrubjay::load {
namespace {

namespace fs = std::filesystem;

constexpr float kPicture = 1.0F / 60;

struct LoadOptions {
  std::size_t pictures = 2000;
  std::uint32_t seed = 1;
  bool use_gl = false;
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

/// Highest memory of each tenth of the run.
class MemoryRecord {
 public:
  explicit MemoryRecord(std::size_t pictures) : pictures_(pictures) {}

  void look(std::size_t picture) {
    const std::size_t part = picture * kParts / pictures_;
    highest_[part] = std::max(highest_[part], anonymous_bytes());
  }
  /// What is open differs from time to time, so parts differ, but they must not go up: the highest
  /// of the last half may be that of the parts before it and a fifth of it, and 16 MiB.
  bool is_flat() const { return after() <= before() + before() / 5 + (std::uint64_t{16} << 20); }
  void print() const {
    std::printf("anonymous memory, highest of each tenth [MiB]:");
    for (const std::uint64_t bytes : highest_) {
      std::printf(" %.1f", static_cast<double>(bytes) / (1 << 20));
    }
    std::printf("\n");
  }

 private:
  static constexpr std::size_t kParts = 10;

  // The first tenth is the warm-up.
  std::uint64_t before() const { return *std::max_element(highest_ + 1, highest_ + kParts / 2); }
  std::uint64_t after() const {
    return *std::max_element(highest_ + kParts / 2, highest_ + kParts);
  }

  std::size_t pictures_;
  std::uint64_t highest_[kParts] = {};
};

void make_font_pixels() {
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
}

int run(const LoadOptions& options, const fs::path& folder) {
  WindowFacts facts{.width = 1280, .height = 800, .elapsed = kPicture};
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DeltaTime = kPicture;
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
    for (std::size_t i = 0; i < options.pictures; ++i) {
      user.act(shell, facts);
      facts.now += kPicture;
      if (gl) gl->resize(facts.width, facts.height);
      ImGui::GetIO().DisplaySize = {static_cast<float>(facts.width),
                                    static_cast<float>(facts.height)};
      const bool has_new_fonts = shell.prepare(facts);
      if (gl) {
        gl->begin_picture(has_new_fonts);
      } else if (has_new_fonts) {
        make_font_pixels();
      }
      ImGui::NewFrame();
      shell.draw(facts);
      ImGui::Render();
      if (gl) gl->end_picture();
      if (i % 20 == 0) memory.look(i);
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
    } else {
      std::fprintf(stderr, "usage: viewer_load [--pictures N] [--seed N] [--gl]\n");
      return 2;
    }
  }
  scrubjay::report_crashes_to(fs::temp_directory_path() / "scrubjay-load-reports", "load");
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
