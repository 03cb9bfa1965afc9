#include "app/viewer/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>

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

}  // namespace
}  // namespace scrubjay
