#include "app/viewer/missing_glyphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "headless_imgui.h"

namespace scrubjay {
namespace {

TEST(MissingGlyphs, AreDrawnAsTheirCode) {
  const HeadlessImGui imgui({640, 480});
  std::string scratch;
  const ImFont* const font = imgui.fonts().text;
  EXPECT_EQ(drawable(font, "plain", scratch), "plain");
  EXPECT_EQ(drawable(font, "gr\u00fc\u00df dich \u2192", scratch), "gr\u00fc\u00df dich \u2192");
  EXPECT_EQ(drawable(font, "\U0001F600!", scratch), "[1F600]!");
  EXPECT_EQ(drawable(font, "a\u4e2d\u6587", scratch), "a[4E2D][6587]");
}

TEST(MissingGlyphs, WhatTheFontThatWasFoundLacksIsLookedForAgain) {
  constexpr ImWchar kArabic = 0x0645, kChinese = 0x6E96, kNowhere = 0xE000;
  std::vector<std::vector<ImWchar>> asked;
  MissingGlyphs missing([&](const std::vector<ImWchar>& signs) -> std::string {
    asked.push_back(signs);
    // As fontconfig does: there is always some font.
    return std::ranges::count(signs, kChinese) > 0  ? "chinese.ttf"
           : std::ranges::count(signs, kArabic) > 0 ? "arabic.ttf"
                                                    : "any.ttf";
  });
  std::vector<std::string> loaded;
  const auto has = [&](ImWchar sign) {
    const char* const font = sign == kChinese ? "chinese.ttf" : "arabic.ttf";
    return sign != kNowhere && std::ranges::count(loaded, font) > 0;
  };
  for (int picture = 0; picture < 20; ++picture) {
    for (const ImWchar sign : {kArabic, kChinese, kNowhere}) {
      if (!has(sign)) missing.want(sign);
    }
    std::atomic<bool> is_found{false};
    if (missing.update([&] { is_found = true; })) {
      loaded.clear();
      for (const ExtraFont& font : missing.fonts()) loaded.push_back(font.path);
    }
    while (missing.is_looking() && !is_found) std::this_thread::yield();
  }
  EXPECT_TRUE(has(kArabic));
  EXPECT_TRUE(has(kChinese));
  EXPECT_EQ(asked, (std::vector<std::vector<ImWchar>>{
                       {kArabic, kChinese, kNowhere}, {kArabic, kNowhere}, {kNowhere}}));
}

TEST(MissingGlyphs, OnlyFontsWithOutlinesAreLoaded) {
  EXPECT_FALSE(has_outlines(""));
  EXPECT_FALSE(has_outlines("ttcf"));
  EXPECT_FALSE(has_outlines(std::string("ttcf\0\0\0\0\0\0\0\1\xFF\xFF\xFF\xFF", 16)));
  std::string font("\0\1\0\0\0\1\0\0\0\0\0\0", 12);
  EXPECT_FALSE(has_outlines(font + "CBDT" + std::string(12, '\0')));
  EXPECT_TRUE(has_outlines(font + "glyf" + std::string(12, '\0')));
  EXPECT_FALSE(has_outlines(font + "glyf")) << "cut off";
}

}  // namespace
}  // namespace scrubjay
