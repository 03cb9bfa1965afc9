#pragma once

#include <imgui.h>

#include <filesystem>
#include <vector>

#include "app/viewer/shell/shell.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

/// The window without a display: its lists of triangles are made and thrown away.
class BlindWindow {
 public:
  explicit BlindWindow(const std::vector<std::filesystem::path>& files);
  ~BlindWindow();
  BlindWindow(const BlindWindow&) = delete;
  BlindWindow& operator=(const BlindWindow&) = delete;

  /// What one picture takes on this thread; the next one is due a 60th of a second later.
  Cost picture();
  /// Until the files are indexed and nothing is computed any more.
  void settle();
  Shell& shell() { return shell_; }

 private:
  bool is_open();

  ImGuiContext* context_;
  std::size_t files_;
  Shell shell_;
  double now_ = 0;
};

}  // namespace scrubjay::bench
