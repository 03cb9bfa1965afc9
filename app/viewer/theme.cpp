#include "app/viewer/theme.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include "render/scene_style.h"

namespace scrubjay {

namespace {

ImVec4 rgb(unsigned hex, float alpha = 1.0F) {
  return {static_cast<float>((hex >> 16) & 0xFF) / 255.0F,
          static_cast<float>((hex >> 8) & 0xFF) / 255.0F, static_cast<float>(hex & 0xFF) / 255.0F,
          alpha};
}

const Theme kDark{
    .is_dark = true,
    .window = rgb(0x121417),
    .panel = rgb(0x181B1F),
    .raised = rgb(0x262A30),
    .hovered = rgb(0x2E343C),
    .selected = rgb(0x1F4B6E),
    .line = rgb(0x2B3037),
    .text = rgb(0xE4E7EB),
    .dim = rgb(0x98A1AC),
    .accent = rgb(0x4FB3F6),
    .changed = rgb(0xF0B94A),
    .note = rgb(0x98A1AC),
    .warning = rgb(0xF0C24A),
    .error = rgb(0xFF8A6B),
    .sky_top = rgb(0x1A2028),
    .sky_bottom = rgb(0x2A323C),
    .grid = rgb(0x5A6470),
};

const Theme kLight{
    .is_dark = false,
    .window = rgb(0xE3E6EA),
    .panel = rgb(0xF7F8FA),
    .raised = rgb(0xE8EBEF),
    .hovered = rgb(0xDDE3EA),
    .selected = rgb(0xBFDDF5),
    .line = rgb(0xD3D8DE),
    .text = rgb(0x1B1F24),
    .dim = rgb(0x59636E),
    .accent = rgb(0x0B69B3),
    .changed = rgb(0x9A5B00),
    .note = rgb(0x59636E),
    .warning = rgb(0x8A5A00),
    .error = rgb(0xB3301B),
    .sky_top = rgb(0xDCE6F0),
    .sky_bottom = rgb(0xF4F6F8),
    .grid = rgb(0x9AA4AF),
};

constexpr std::array kEventColors{kOrange, kSkyBlue,    kBluishGreen,  kYellow,
                                  kBlue,   kVermillion, kReddishPurple};

/// `color` moved towards white (share > 0) or black (share < 0).
ImVec4 lightened(ImVec4 color, float share) {
  const float target = share > 0 ? 1.0F : 0.0F;
  for (float* part : {&color.x, &color.y, &color.z}) {
    *part += (target - *part) * std::fabs(share);
  }
  return color;
}

/// A categorical colour as it can be seen on the theme's background.
ImVec4 readable(const Theme& theme, unsigned hex) {
  return lightened(rgb(hex), theme.is_dark ? 0.12F : -0.18F);
}

/// FNV-1a and a multiplication that spreads it: the same on every machine, so that colours are. The
/// factor was chosen so that the tags of the formats known get colours of their own.
std::uint32_t stable_hash(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  hash = (hash ^ (hash >> 15)) * 0x9E377C8FU;
  return hash ^ (hash >> 12);
}

using FontNames = std::initializer_list<const char*>;

/// Where the first of these fonts lies that the system has; "" where it has none.
std::string find_font(FontNames names) {
  static constexpr std::array kFolders{"/usr/share/fonts/opentype/inter/",
                                       "/usr/share/fonts/truetype/inter/",
                                       "/usr/share/fonts/truetype/jetbrains-mono/",
                                       "/usr/share/fonts/truetype/dejavu/",
                                       "/usr/share/fonts/inter/",
                                       "/usr/share/fonts/jetbrains-mono/",
                                       "/usr/share/fonts/TTF/",
                                       "/usr/share/fonts/dejavu/",
                                       "/usr/local/share/fonts/",
                                       "/Library/Fonts/",
                                       "/System/Library/Fonts/",
                                       "/System/Library/Fonts/Supplemental/",
                                       "C:/Windows/Fonts/"};
  for (const char* name : names) {
    for (const char* folder : kFolders) {
      std::string path = std::string(folder) + name;
      std::error_code ignored;
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  }
  return "";
}

ImFont* load(FontNames names, float pixels) {
  // Latin, Greek and Cyrillic, punctuation with dashes and ellipsis, arrows and the shapes used as
  // glyphs.
  static constexpr ImWchar kRanges[] = {0x20,   0x17F,  0x370,  0x3FF,  0x400,  0x52F,  0x2010,
                                        0x2027, 0x2030, 0x205E, 0x20AC, 0x20AC, 0x2190, 0x21FF,
                                        0x2200, 0x22FF, 0x25A0, 0x25FF, 0};
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  ImFontConfig config;
  const std::string path = find_font(names);
  ImFont* font = nullptr;
  if (!path.empty()) {
    config.OversampleH = 2;
    config.OversampleV = 1;
    font = atlas->AddFontFromFileTTF(path.c_str(), pixels, &config, kRanges);
  }
  if (font == nullptr) {
    config.SizePixels = pixels;
    return atlas->AddFontDefault(&config);
  }
  // Signs that the font does not have: weather, warnings, stars, check marks.
  static constexpr ImWchar kSigns[] = {0x2600, 0x26BF, 0x2708, 0x2764, 0};
  const std::string other = find_font(
      {"DejaVuSans.ttf", "JetBrainsMono-Regular.ttf", "Arial Unicode.ttf", "seguisym.ttf"});
  if (!other.empty()) {
    config.MergeMode = true;
    config.OversampleH = 1;
    atlas->AddFontFromFileTTF(other.c_str(), pixels, &config, kSigns);
  }
  return font;
}

}  // namespace

const Theme& dark_theme() { return kDark; }
const Theme& light_theme() { return kLight; }

void apply_theme(const Theme& theme, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {8, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {4, 4};
  style.CellPadding = {4, 2};
  style.IndentSpacing = 16;
  style.ScrollbarSize = 12;
  style.GrabMinSize = 12;
  style.WindowRounding = 6;
  style.ChildRounding = 0;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
  style.ScaleAllSizes(scale);
  ImVec4* colors = style.Colors;
  const ImVec4 clear{0, 0, 0, 0};
  colors[ImGuiCol_Text] = theme.text;
  colors[ImGuiCol_TextDisabled] = theme.dim;
  colors[ImGuiCol_WindowBg] = theme.panel;
  colors[ImGuiCol_ChildBg] = clear;
  colors[ImGuiCol_PopupBg] = theme.panel;
  colors[ImGuiCol_Border] = theme.line;
  colors[ImGuiCol_BorderShadow] = clear;
  colors[ImGuiCol_FrameBg] = theme.raised;
  colors[ImGuiCol_FrameBgHovered] = theme.hovered;
  colors[ImGuiCol_FrameBgActive] = theme.hovered;
  colors[ImGuiCol_TitleBg] = theme.panel;
  colors[ImGuiCol_TitleBgActive] = theme.raised;
  colors[ImGuiCol_TitleBgCollapsed] = theme.panel;
  colors[ImGuiCol_MenuBarBg] = theme.window;
  colors[ImGuiCol_ScrollbarBg] = clear;
  colors[ImGuiCol_ScrollbarGrab] = theme.raised;
  colors[ImGuiCol_ScrollbarGrabHovered] = theme.hovered;
  colors[ImGuiCol_ScrollbarGrabActive] = theme.dim;
  colors[ImGuiCol_CheckMark] = theme.accent;
  colors[ImGuiCol_SliderGrab] = theme.accent;
  colors[ImGuiCol_SliderGrabActive] = theme.accent;
  colors[ImGuiCol_Button] = theme.raised;
  colors[ImGuiCol_ButtonHovered] = theme.hovered;
  colors[ImGuiCol_ButtonActive] = theme.selected;
  colors[ImGuiCol_Header] = theme.selected;
  colors[ImGuiCol_HeaderHovered] = theme.hovered;
  colors[ImGuiCol_HeaderActive] = theme.selected;
  colors[ImGuiCol_Separator] = theme.line;
  colors[ImGuiCol_SeparatorHovered] = theme.accent;
  colors[ImGuiCol_SeparatorActive] = theme.accent;
  colors[ImGuiCol_ResizeGrip] = clear;
  colors[ImGuiCol_ResizeGripHovered] = theme.hovered;
  colors[ImGuiCol_ResizeGripActive] = theme.accent;
  colors[ImGuiCol_Tab] = theme.panel;
  colors[ImGuiCol_TabHovered] = theme.hovered;
  colors[ImGuiCol_TabActive] = theme.raised;
  colors[ImGuiCol_TabUnfocused] = theme.panel;
  colors[ImGuiCol_TabUnfocusedActive] = theme.raised;
  colors[ImGuiCol_PlotLines] = theme.accent;
  colors[ImGuiCol_PlotLinesHovered] = theme.text;
  colors[ImGuiCol_PlotHistogram] = theme.accent;
  colors[ImGuiCol_PlotHistogramHovered] = theme.text;
  colors[ImGuiCol_TableHeaderBg] = theme.panel;
  colors[ImGuiCol_TableBorderStrong] = theme.line;
  colors[ImGuiCol_TableBorderLight] = theme.line;
  colors[ImGuiCol_TableRowBg] = clear;
  colors[ImGuiCol_TableRowBgAlt] = clear;
  colors[ImGuiCol_TextSelectedBg] = theme.selected;
  colors[ImGuiCol_DragDropTarget] = theme.accent;
  colors[ImGuiCol_NavHighlight] = theme.accent;
  colors[ImGuiCol_NavWindowingHighlight] = theme.accent;
  colors[ImGuiCol_NavWindowingDimBg] = rgb(0x000000, 0.3F);
  colors[ImGuiCol_ModalWindowDimBg] = rgb(0x000000, 0.4F);
  ImGui::GetStyle() = style;
}

ImVec4 event_color(const Theme& theme, std::string_view name, std::string_view tag) {
  // Twice as many as there are hues: the second round is paler on dark ground and deeper on light.
  const std::size_t place = stable_hash(tag.empty() ? name : tag) % (2 * kEventColors.size());
  const ImVec4 color = readable(theme, kEventColors[place % kEventColors.size()]);
  if (place < kEventColors.size()) return color;
  return lightened(color, theme.is_dark ? 0.45F : -0.4F);
}

ImVec4 categorical_color(const Theme& theme, std::size_t n) {
  static constexpr std::array kColors{kSkyBlue, kOrange, kBluishGreen, kReddishPurple,
                                      kYellow,  kBlue,   kVermillion};
  static_assert(kColors.size() == kCategoricalColors);
  return readable(theme, kColors[n % kColors.size()]);
}

ImVec4 kind_color(const Theme& theme, EntityKind kind) {
  return readable(theme, scrubjay::kind_color(kind));
}

Fonts load_fonts(float scale) {
  ImGui::GetIO().Fonts->Clear();
  const auto pixels = [scale](float size) {
    return static_cast<float>(static_cast<int>(size * scale + 0.5F));
  };
  Fonts fonts;
  fonts.text =
      load({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf", "SFNS.ttf", "segoeui.ttf"},
           pixels(15));
  fonts.small =
      load({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf", "SFNS.ttf", "segoeui.ttf"},
           pixels(13));
  fonts.large = load({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "Inter-Regular.otf",
                      "DejaVuSans-Bold.ttf", "segoeuib.ttf"},
                     pixels(22));
  fonts.numbers = load(
      {"JetBrainsMono-Regular.ttf", "DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf"}, pixels(14));
  return fonts;
}

}  // namespace scrubjay
