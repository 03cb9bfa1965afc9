#include "app/viewer/missing_glyphs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
