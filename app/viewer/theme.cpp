#include "app/viewer/theme.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/viewer/css_color.h"
#include "core/platform/desktop.h"
#include "core/platform/own_program.h"
#include "render/scene_style.h"

namespace scrubjay {

namespace {

ImVec4 rgb(unsigned hex, float alpha = 1.0F) {
  return {static_cast<float>((hex >> 16) & 0xFF) / 255.0F,
          static_cast<float>((hex >> 8) & 0xFF) / 255.0F, static_cast<float>(hex & 0xFF) / 255.0F,
          alpha};
}

constexpr std::array kEventHues{kOrange, kSkyBlue,    kBluishGreen,  kYellow,
                                kBlue,   kVermillion, kReddishPurple};
constexpr std::array kCategoricalHues{kSkyBlue, kOrange, kBluishGreen, kReddishPurple,
                                      kYellow,  kBlue,   kVermillion};
static_assert(kEventColors == 2 * kEventHues.size());
static_assert(kCategoricalColors == kCategoricalHues.size());

/// `color` moved towards white (share > 0) or black (share < 0).
ImVec4 lightened(ImVec4 color, float share) {
  const float target = share > 0 ? 1.0F : 0.0F;
  for (float* part : {&color.x, &color.y, &color.z}) {
    *part += (target - *part) * std::fabs(share);
  }
  return color;
}

/// `theme` with its categorical colours, of which each has a contrast of at least `least` with the
/// panels, those of events also in the list's rows at the playhead.
Theme with_hues(Theme theme, float least) {
  const ImVec4 at_playhead = mixed(theme.panel, theme.accent, kAtPlayhead);
  const auto readable = [&](unsigned hex, float share) {
    return readable_on(lightened(rgb(hex), share), theme.panel, least);
  };
  const float usual = theme.is_dark ? 0.12F : -0.18F;
  for (std::size_t i = 0; i < kEventHues.size(); ++i) {
    theme.events[i] = readable_on(lightened(rgb(kEventHues[i]), usual), at_playhead, least);
    // The second round is paler on dark ground and deeper on light.
    const ImVec4& first = theme.events[i];
    theme.events[i + kEventHues.size()] =
        readable_on(lightened(first, theme.is_dark ? 0.45F : -0.4F), at_playhead, least);
    theme.categories[i] = readable(kCategoricalHues[i], usual);
  }
  for (std::size_t i = 0; i < kEntityKinds; ++i) {
    theme.kinds[i] = readable(scrubjay::kind_color(static_cast<EntityKind>(i)), usual);
  }
  return theme;
}

const Theme kDark = with_hues(
    {
        .name = "dark",
        .is_dark = true,
        .window = rgb(0x121417),
        .panel = rgb(0x181B1F),
        .raised = rgb(0x262A30),
        .hovered = rgb(0x2E343C),
        .selected = rgb(0x47203F),
        .selection = rgb(0xFF7AD9),
        .on = rgb(0x183D59),
        .line = rgb(0x2B3037),
        .text = rgb(0xE4E7EB),
        .dim = rgb(0xA3ABB6),
        .accent = rgb(0x4FB3F6),
        .focus = rgb(0xFFFFFF),
        .changed = rgb(0xF0B94A),
        .note = rgb(0xA3ABB6),
        .warning = rgb(0xF0C24A),
        .error = rgb(0xFF8A6B),
        .sky_top = rgb(0x1A2028),
        .sky_bottom = rgb(0x2A323C),
        .grid = rgb(0x5A6470),
    },
    3.0F);

const Theme kLight = with_hues(
    {
        .name = "light",
        .is_dark = false,
        .window = rgb(0xE3E6EA),
        .panel = rgb(0xF7F8FA),
        .raised = rgb(0xE8EBEF),
        .hovered = rgb(0xDDE3EA),
        .selected = rgb(0xF6D3EC),
        .selection = rgb(0xB3128B),
        .on = rgb(0xBFDDF5),
        .line = rgb(0xD3D8DE),
        .text = rgb(0x1B1F24),
        .dim = rgb(0x4F5863),
        .accent = rgb(0x0B5FA3),
        .focus = rgb(0x101418),
        .changed = rgb(0x7D4A00),
        .note = rgb(0x4F5863),
        .warning = rgb(0x7A4F00),
        .error = rgb(0xA32A17),
        .sky_top = rgb(0xDCE6F0),
        .sky_bottom = rgb(0xF4F6F8),
        .grid = rgb(0x9AA4AF),
    },
    3.0F);

const Theme kHighContrast = with_hues(
    {
        .name = "high contrast",
        .is_dark = true,
        .window = rgb(0x000000),
        .panel = rgb(0x000000),
        .raised = rgb(0x1C1C1C),
        .hovered = rgb(0x2A2A2A),
        .selected = rgb(0x4A0040),
        .selection = rgb(0xFF8FE3),
        .on = rgb(0x002F52),
        .line = rgb(0x8A8A8A),
        .text = rgb(0xFFFFFF),
        .dim = rgb(0xD8D8D8),
        .accent = rgb(0x7AD1FF),
        .focus = rgb(0xFFFF00),
        .changed = rgb(0xFFD75E),
        .note = rgb(0xD8D8D8),
        .warning = rgb(0xFFD75E),
        .error = rgb(0xFFB8A6),
        .sky_top = rgb(0x000000),
        .sky_bottom = rgb(0x101010),
        .grid = rgb(0x9A9A9A),
        .faded = 0.85F,
    },
    4.5F);

using FontNames = std::initializer_list<const char*>;

/// Where the first of these fonts lies that the system has; "" where it has none.
std::string find_font(FontNames names) {
  std::vector<std::string> folders = font_folders();
  folders.insert(folders.begin(), (installed_data_folder() / "fonts" / "").string());
  for (const char* name : names) {
    for (const std::string& folder : folders) {
      std::string path = folder + name;
      std::error_code ignored;
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  }
  return "";
}

ImFont* load(FontNames names, float pixels, std::span<const ExtraFont> extra) {
  // Latin, Greek and Cyrillic, punctuation with dashes and ellipsis, arrows and the shapes used as
  // glyphs.
  static constexpr ImWchar kRanges[] = {0x20,   0x17F,  0x192,  0x192,  0x370,  0x3FF,  0x400,
                                        0x52F,  0x2010, 0x2027, 0x2030, 0x205E, 0x20AC, 0x20AC,
                                        0x2190, 0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0};
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
  for (const ExtraFont& more : extra) {
    config.MergeMode = true;
    config.OversampleH = 1;
    atlas->AddFontFromFileTTF(more.path.c_str(), pixels, &config, more.ranges.data());
  }
  return font;
}

}  // namespace

const Theme& dark_theme() { return kDark; }
const Theme& light_theme() { return kLight; }
const Theme& high_contrast_theme() { return kHighContrast; }

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
  colors[ImGuiCol_ButtonActive] = theme.on;
  colors[ImGuiCol_Header] = theme.on;
  colors[ImGuiCol_HeaderHovered] = theme.hovered;
  colors[ImGuiCol_HeaderActive] = theme.on;
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
  colors[ImGuiCol_TextSelectedBg] = theme.on;
  colors[ImGuiCol_DragDropTarget] = theme.accent;
  colors[ImGuiCol_NavHighlight] = clear;  // the shell draws what has the keyboard
  colors[ImGuiCol_NavWindowingHighlight] = theme.accent;
  colors[ImGuiCol_NavWindowingDimBg] = rgb(0x000000, 0.3F);
  colors[ImGuiCol_ModalWindowDimBg] = rgb(0x000000, 0.4F);
  ImGui::GetStyle() = style;
}

// FNV-1a and a multiplication that spreads it: the same on every machine, so that colours are. The
// factor was chosen so that the tags of the formats known get colours of their own.
std::uint32_t stable_hash(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  hash = (hash ^ (hash >> 15)) * 0x9E377C8FU;
  return hash ^ (hash >> 12);
}

ImVec4 event_color(const Theme& theme, std::string_view name, std::string_view tag) {
  constexpr std::size_t kRead = 256;  // of a text without end, each picture
  return theme.events[stable_hash((tag.empty() ? name : tag).substr(0, kRead)) % kEventColors];
}

ImVec4 categorical_color(const Theme& theme, std::size_t n) {
  return theme.categories[n % kCategoricalColors];
}

ImVec4 kind_color(const Theme& theme, EntityKind kind) {
  return theme.kinds[static_cast<std::size_t>(kind) % kEntityKinds];
}

Fonts load_fonts(float scale, std::span<const ExtraFont> extra) {
  ImGui::GetIO().Fonts->Clear();
  const auto pixels = [scale](float size) {
    return static_cast<float>(static_cast<int>(size * scale + 0.5F));
  };
  Fonts fonts;
  fonts.text =
      load({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf", "SFNS.ttf", "segoeui.ttf"},
           pixels(15), extra);
  fonts.small =
      load({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf", "SFNS.ttf", "segoeui.ttf"},
           pixels(13), extra);
  fonts.large = load({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "Inter-Regular.otf",
                      "DejaVuSans-Bold.ttf", "segoeuib.ttf"},
                     pixels(22), extra);
  fonts.numbers =
      load({"JetBrainsMono-Regular.ttf", "DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf"},
           pixels(14), extra);
  return fonts;
}

}  // namespace scrubjay
