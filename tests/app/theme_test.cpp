#include "app/viewer/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/viewer/panels/scene_parts.h"
#include "headless_imgui.h"

namespace scrubjay {
namespace {

TEST(Fonts, HaveTheSignsThatTextsOfGamesHold) {
  if (!std::filesystem::exists("/usr/share/fonts/truetype/jetbrains-mono")) {
    GTEST_SKIP() << "JetBrains Mono is not installed";
  }
  const HeadlessImGui imgui({640, 480});
  const Fonts& fonts = imgui.fonts();
  for (const ImFont* font : {fonts.text, fonts.small, fonts.numbers}) {
    // a letter, an arrow, a check mark, a cross, a warning
    for (const int sign : {0x41, 0x2192, 0x2713, 0x2717, 0x26A0}) {
      EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(sign)), nullptr) << sign;
    }
    // What would steer how texts run is no sign.
    EXPECT_EQ(font->FindGlyphNoFallback(0x202E), nullptr);
  }
}

/// WCAG 2.1, relative luminance.
double luminance(ImVec4 color) {
  const auto linear = [](double c) {
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

double contrast(ImVec4 one, ImVec4 other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

TEST(Theme, LabelsReadOnAnyGround) {
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    for (const float ground : {0.0F, 1.0F}) {
      const auto over = [&](float patch) {
        return patch * kPatchOpacity + ground * (1 - kPatchOpacity);
      };
      const ImVec4 patch{over(theme->panel.x), over(theme->panel.y), over(theme->panel.z), 1};
      EXPECT_GE(contrast(theme->text, patch), 4.5);
      EXPECT_GE(contrast(theme->dim, patch), 4.5);
      EXPECT_GT(contrast(theme->text, patch), contrast(theme->dim, patch));
    }
  }
}

}  // namespace
}  // namespace scrubjay
