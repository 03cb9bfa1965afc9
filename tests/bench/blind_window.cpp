#include "tests/bench/blind_window.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace scrubjay::bench {

namespace {

constexpr float kPictureSeconds = 1.0F / 60;

std::vector<std::string> names_of(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) names.push_back(file.string());
  return names;
}

}  // namespace

BlindWindow::BlindWindow(const std::vector<std::filesystem::path>& files)
    : context_(ImGui::CreateContext()),
      files_(files.size()),
      shell_(
          {.files = names_of(files), .is_cache_used = false}, {}, [] {}, false) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as the window's own
  io.DisplaySize = {1920, 1080};
  io.DeltaTime = kPictureSeconds;
}

BlindWindow::~BlindWindow() {
  shell_.workspace().close_all();
  ImGui::DestroyContext(context_);
}

Cost BlindWindow::picture() {
  now_ += double{kPictureSeconds};
  const WindowFacts facts{.width = 1920,
                          .height = 1080,
                          .monitor_scale = 1,
                          .now = now_,
                          .elapsed = double{kPictureSeconds}};
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
  });
}

bool BlindWindow::is_open() {
  const auto& recordings = shell_.workspace().session().recordings;
  return recordings.size() == files_ && std::ranges::all_of(recordings, [](const auto& open) {
           return open.recording->is_indexed();
         });
}

void BlindWindow::settle() {
  for (int calm = 0; calm < 30;) {
    picture();
    calm = is_open() && !shell_.is_busy() ? calm + 1 : 0;
    if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace scrubjay::bench
