#include "app/viewer/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/viewer/css_color.h"
#include "app/viewer/panels/properties/property_paint.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/widgets/state_band.h"
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

/// WCAG 2.1, relative luminance: apart from the program's own.
double luminance_of(ImVec4 color) {
  const auto linear = [](double c) {
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

double contrast_of(ImVec4 one, ImVec4 other) {
  const auto [low, high] = std::minmax({luminance_of(one), luminance_of(other)});
  return (high + 0.05) / (low + 0.05);
}

const std::array kThemes{&dark_theme(), &light_theme(), &high_contrast_theme()};

/// What text stands on.
std::vector<std::pair<const char*, ImVec4>> grounds_of(const Theme& theme) {
  return {{"window", theme.window},   {"panel", theme.panel},       {"raised", theme.raised},
          {"hovered", theme.hovered}, {"selected", theme.selected}, {"on", theme.on}};
}

TEST(Theme, AStateThatIsCalledAsAColourHasIt) {
  for (const Theme* theme : kThemes) {
    const ImVec4 red = state_ground(*theme, "Red");
    const ImVec4 green = state_ground(*theme, "green");
    const ImVec4 blue = state_ground(*theme, "BLUE");
    EXPECT_GT(red.x, std::max(red.y, red.z)) << theme->name;
    EXPECT_GT(green.y, std::max(green.x, green.z)) << theme->name;
    EXPECT_GT(blue.z, std::max(blue.x, blue.y)) << theme->name;
    for (const char* const name :
         {"red", "yellow", "green", "white", "black", "orange", "#8040ff"}) {
      EXPECT_GE(contrast_of(theme->text, state_ground(*theme, name)), 4.5)
          << theme->name << ", " << name;
    }
  }
}

TEST(Theme, TextReadsOnEveryGround) {
  for (const Theme* theme : kThemes) {
    const double least = theme == &high_contrast_theme() ? 7 : 4.5;
    for (const auto& [ground, color] : grounds_of(*theme)) {
      EXPECT_GE(contrast_of(theme->text, color), least) << theme->name << " on " << ground;
      EXPECT_GE(contrast_of(theme->dim, color), least) << theme->name << ", dim, on " << ground;
    }
    for (const ImVec4& text : {theme->accent, theme->changed, theme->note, theme->warning,
                               theme->error, theme->selection}) {
      for (const ImVec4& ground : {theme->window, theme->panel, theme->raised, theme->hovered}) {
        EXPECT_GE(contrast_of(text, ground), least) << theme->name;
      }
    }
  }
}

TEST(Theme, WhatIsNotThereReadsWhereContrastIsHigh) {
  const Theme& theme = high_contrast_theme();
  for (const auto& [ground, color] : grounds_of(theme)) {
    for (const ImVec4& text : {theme.text, theme.dim}) {
      const auto over = [&](float part, float below) {
        return part * theme.faded + below * (1 - theme.faded);
      };
      const ImVec4 faded{over(text.x, color.x), over(text.y, color.y), over(text.z, color.z), 1};
      EXPECT_GE(contrast_of(faded, color), 7) << ground;
    }
  }
}

TEST(Theme, TheKeyboardAndGlyphsAreSeen) {
  for (const Theme* theme : kThemes) {
    for (const auto& [ground, color] : grounds_of(*theme)) {
      EXPECT_GE(contrast_of(theme->focus, color), 3) << theme->name << " on " << ground;
    }
    for (std::size_t kind = 0; kind < kEntityKinds; ++kind) {
      EXPECT_GE(contrast_of(theme->kinds[kind], theme->panel), 3) << theme->name << kind;
    }
    for (const ImVec4& color : theme->events) EXPECT_GE(contrast_of(color, theme->panel), 3);
    for (const ImVec4& color : theme->categories) EXPECT_GE(contrast_of(color, theme->panel), 3);
  }
}

TEST(Theme, WhatChangedAndWhatHappensNowAreSeen) {
  for (const Theme* theme : kThemes) {
    for (const ImVec4& ground : {theme->panel, theme->raised, theme->hovered}) {
      const ImVec4 mark = mixed(ground, theme->changed, kFadedChange);
      EXPECT_GE(contrast_of(mark, ground), 3) << theme->name;
    }
    const ImVec4 at_playhead = mixed(theme->panel, theme->accent, kAtPlayhead);
    for (const ImVec4& color : theme->events) EXPECT_GE(contrast_of(color, at_playhead), 3);
  }
}

/// [degrees]
float hue_of(const ImVec4& color) {
  float hue = 0;
  float saturation = 0;
  float value = 0;
  ImGui::ColorConvertRGBtoHSV(color.x, color.y, color.z, hue, saturation, value);
  return hue * 360;
}

TEST(Theme, TheSelectionHasAHueOfItsOwn) {
  for (const Theme* theme : kThemes) {
    std::vector<ImVec4> others{theme->accent, theme->changed, theme->warning, theme->error};
    others.insert(others.end(), theme->kinds.begin(), theme->kinds.end());
    for (const ImVec4& other : others) {
      const float apart = std::fabs(hue_of(theme->selection) - hue_of(other));
      EXPECT_GT(std::min(apart, 360 - apart), 8) << theme->name;
    }
    EXPECT_NE(packed(theme->selected), packed(theme->on));
  }
}

TEST(Theme, LabelsReadOnAnyGround) {
  for (const Theme* theme : kThemes) {
    for (const float ground : {0.0F, 1.0F}) {
      const auto over = [&](float patch) {
        return patch * kPatchOpacity + ground * (1 - kPatchOpacity);
      };
      const ImVec4 patch{over(theme->panel.x), over(theme->panel.y), over(theme->panel.z), 1};
      EXPECT_GE(contrast_of(theme->text, patch), 4.5);
      EXPECT_GE(contrast_of(theme->dim, patch), 4.5);
      EXPECT_GT(contrast_of(theme->text, patch), contrast_of(theme->dim, patch));
    }
  }
}

}  // namespace
}  // namespace scrubjay
