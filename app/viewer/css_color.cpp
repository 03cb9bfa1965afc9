#include "app/viewer/css_color.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/text.h"

namespace scrubjay {

namespace {

struct NamedColor {
  std::string_view name;
  std::uint32_t rgb;
};

/// CSS Color Module Level 4, section 6.1, in the order of the alphabet.
constexpr NamedColor kNamed[] = {
    {"aliceblue", 0xf0f8ff},
    {"antiquewhite", 0xfaebd7},
    {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff},
    {"beige", 0xf5f5dc},
    {"bisque", 0xffe4c4},
    {"black", 0x000000},
    {"blanchedalmond", 0xffebcd},
    {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2},
    {"brown", 0xa52a2a},
    {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0},
    {"chartreuse", 0x7fff00},
    {"chocolate", 0xd2691e},
    {"coral", 0xff7f50},
    {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c},
    {"cyan", 0x00ffff},
    {"darkblue", 0x00008b},
    {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b},
    {"darkgray", 0xa9a9a9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b},
    {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f},
    {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000},
    {"darksalmon", 0xe9967a},
    {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b},
    {"darkslategray", 0x2f4f4f},
    {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3},
    {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff},
    {"firebrick", 0xb22222},
    {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22},
    {"fuchsia", 0xff00ff},
    {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700},
    {"goldenrod", 0xdaa520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xadff2f},
    {"grey", 0x808080},
    {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4},
    {"indianred", 0xcd5c5c},
    {"indigo", 0x4b0082},
    {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa},
    {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00},
    {"lemonchiffon", 0xfffacd},
    {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff},
    {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3},
    {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1},
    {"lightsalmon", 0xffa07a},
    {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de},
    {"lightyellow", 0xffffe0},
    {"lime", 0x00ff00},
    {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6},
    {"magenta", 0xff00ff},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd},
    {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db},
    {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a},
    {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5},
    {"navajowhite", 0xffdead},
    {"navy", 0x000080},
    {"oldlace", 0xfdf5e6},
    {"olive", 0x808000},
    {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500},
    {"orangered", 0xff4500},
    {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa},
    {"palegreen", 0x98fb98},
    {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5},
    {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f},
    {"pink", 0xffc0cb},
    {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f},
    {"royalblue", 0x4169e1},
    {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460},
    {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee},
    {"sienna", 0xa0522d},
    {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f},
    {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},
    {"teal", 0x008080},
    {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347},
    {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},
    {"wheat", 0xf5deb3},
    {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xffff00},
    {"yellowgreen", 0x9acd32},
};

constexpr std::size_t kLongest = 64;

std::string lower_trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
  if (text.size() > kLongest) return {};
  return lower_case(text);
}

ImVec4 from_bytes(std::uint32_t rgba) {
  const auto part = [&](unsigned shift) {
    return static_cast<float>((rgba >> shift) & 0xFF) / 255.0F;
  };
  return {part(24), part(16), part(8), part(0)};
}

std::optional<ImVec4> parse_hex(std::string_view digits) {
  const std::size_t size = digits.size();
  if (size != 3 && size != 4 && size != 6 && size != 8) return std::nullopt;
  std::string whole;
  for (const char c : digits) whole.append(size <= 4 ? 2 : 1, c);
  if (whole.size() == 6) whole += "ff";
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value, 16);
  if (error != std::errc() || end != whole.data() + whole.size()) return std::nullopt;
  return from_bytes(value);
}

/// One argument of a function: a number and what stands behind it ("%", "deg", "").
struct Argument {
  double value = 0;
  std::string_view unit;
};

bool next_argument(std::string_view& rest, Argument& argument) {
  const std::size_t begin = rest.find_first_not_of(" ,/\t");
  if (begin == std::string_view::npos) return false;
  rest.remove_prefix(begin);
  const std::string_view word = rest.substr(0, rest.find_first_of(" ,/\t"));
  rest.remove_prefix(word.size());
  const char* number = word.data() + (word.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(number, word.data() + word.size(), argument.value);
  if (error != std::errc() || !std::isfinite(argument.value)) return false;
  argument.unit = {end, static_cast<std::size_t>(word.data() + word.size() - end)};
  return true;
}

float share(double value) { return static_cast<float>(std::clamp(value, 0.0, 1.0)); }

ImVec4 from_hsl(double hue, double saturation, double lightness, float alpha) {
  hue = hue - 360 * std::floor(hue / 360);
  saturation = std::clamp(saturation, 0.0, 1.0);
  lightness = std::clamp(lightness, 0.0, 1.0);
  const double reach = saturation * std::min(lightness, 1 - lightness);
  const auto part = [&](double n) {
    const double k = std::fmod(n + hue / 30, 12);
    return share(lightness - reach * std::max(-1.0, std::min({k - 3, 9 - k, 1.0})));
  };
  return {part(0), part(8), part(4), alpha};
}

std::optional<ImVec4> parse_function(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  const std::string_view name = text.substr(0, open);
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  std::array<Argument, 4> arguments;
  std::size_t count = 0;
  while (count < arguments.size() && next_argument(rest, arguments[count])) ++count;
  if (count < 3 || rest.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  const auto scaled = [](const Argument& argument, double whole) {
    return argument.value / (argument.unit == "%" ? 100 : whole);
  };
  const float alpha = count == 4 ? share(scaled(arguments[3], 1)) : 1.0F;
  if (name == "rgb" || name == "rgba") {
    return ImVec4(share(scaled(arguments[0], 255)), share(scaled(arguments[1], 255)),
                  share(scaled(arguments[2], 255)), alpha);
  }
  if (name == "hsl" || name == "hsla") {
    return from_hsl(arguments[0].value, scaled(arguments[1], 100), scaled(arguments[2], 100),
                    alpha);
  }
  return std::nullopt;
}

float luminance(const ImVec4& color) {
  const auto linear = [](float part) {
    return part <= 0.04045F ? part / 12.92F : std::pow((part + 0.055F) / 1.055F, 2.4F);
  };
  return 0.2126F * linear(color.x) + 0.7152F * linear(color.y) + 0.0722F * linear(color.z);
}

}  // namespace

std::optional<ImVec4> parse_css_color(std::string_view text) {
  const std::string color = lower_trimmed(text);
  if (color.empty()) return std::nullopt;
  if (color.front() == '#') return parse_hex(std::string_view(color).substr(1));
  if (color == "transparent") return ImVec4(0, 0, 0, 0);
  const auto* named =
      std::ranges::lower_bound(kNamed, std::string_view(color), {}, &NamedColor::name);
  if (named != std::end(kNamed) && named->name == color) return from_bytes(named->rgb << 8 | 0xFF);
  return parse_function(color);
}

float contrast(const ImVec4& a, const ImVec4& b) {
  const float la = luminance(a);
  const float lb = luminance(b);
  return (std::max(la, lb) + 0.05F) / (std::min(la, lb) + 0.05F);
}

ImVec4 mixed(const ImVec4& under, const ImVec4& over, float amount) {
  const auto part = [&](float u, float o) { return u + (o - u) * amount; };
  return {part(under.x, over.x), part(under.y, over.y), part(under.z, over.z), 1};
}

ImVec4 readable_on(const ImVec4& color, const ImVec4& background, float least) {
  const ImVec4 white(1, 1, 1, 1);
  const ImVec4 black(0, 0, 0, 1);
  const ImVec4 target = contrast(white, background) >= contrast(black, background) ? white : black;
  const ImVec4 opaque(color.x, color.y, color.z, 1);
  constexpr int kSteps = 20;
  for (int step = 0; step <= kSteps; ++step) {
    const ImVec4 candidate =
        mixed(opaque, target, static_cast<float>(step) / static_cast<float>(kSteps));
    if (contrast(candidate, background) >= least) return candidate;
  }
  return target;
}

}  // namespace scrubjay
