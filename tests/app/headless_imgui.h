#pragma once

#include <imgui.h>

#include "app/viewer/theme.h"

namespace scrubjay {

/// Dear ImGui without a display, in the viewer's fonts and dark colours: pictures are made and
/// thrown away. The first member of who uses it: it ends after all that draws.
class HeadlessImGui {
 public:
  explicit HeadlessImGui(ImVec2 size) {
    ImGui::SetCurrentContext(ImGui::CreateContext());
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.DeltaTime = 1.0F / 60;
    io.MousePos = {-1000, -1000};
#if IMGUI_VERSION_NUM < 18700
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
#endif
    fonts_ = load_fonts(1);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    apply_theme(dark_theme(), 1);
  }
  ~HeadlessImGui() { ImGui::DestroyContext(); }
  HeadlessImGui(const HeadlessImGui&) = delete;
  HeadlessImGui& operator=(const HeadlessImGui&) = delete;

  const Fonts& fonts() const { return fonts_; }

  /// What is held while pictures are made.
  enum class Modifier { ctrl, shift, alt };
  static void hold(Modifier modifier, bool is_held = true) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    switch (modifier) {
      case Modifier::ctrl: io.KeyCtrl = is_held; break;
      case Modifier::shift: io.KeyShift = is_held; break;
      case Modifier::alt: io.KeyAlt = is_held; break;
    }
#else
    switch (modifier) {
      case Modifier::ctrl: io.AddKeyEvent(ImGuiMod_Ctrl, is_held); break;
      case Modifier::shift: io.AddKeyEvent(ImGuiMod_Shift, is_held); break;
      case Modifier::alt: io.AddKeyEvent(ImGuiMod_Alt, is_held); break;
    }
#endif
  }
  static void let_go(Modifier modifier) { hold(modifier, false); }
  static void hold_key(int key, bool is_held = true) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    io.KeysDown[io.KeyMap[key]] = is_held;
#else
    io.AddKeyEvent(static_cast<ImGuiKey>(key), is_held);
#endif
  }
  static void let_go_key(int key) { hold_key(key, false); }

 private:
  Fonts fonts_;
};

}  // namespace scrubjay
