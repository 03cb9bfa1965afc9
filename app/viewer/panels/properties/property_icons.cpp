#include "app/viewer/panels/properties/property_icons.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace scrubjay {

namespace {

/// A drawing in steps, coordinates in hundredths of the radius from the middle, y down:
/// "O x y r" a disc, "R x y r" a ring, "P x y ..." a filled convex polygon, "S x y ..." its
/// outline, "L x y ..." an open line.
struct Icon {
  std::string_view name;
  std::string_view steps;
};

/// In the order of the alphabet.
constexpr Icon kIcons[] = {
    {"arrow-down", "L 0 -90 0 80 L -62 22 0 86 62 22"},
    {"arrow-left", "L 90 0 -80 0 L -22 -62 -86 0 -22 62"},
    {"arrow-right", "L -90 0 80 0 L 22 -62 86 0 22 62"},
    {"arrow-up", "L 0 90 0 -80 L -62 -22 0 -86 62 -22"},
    {"arrows-alt",
     "L -90 0 90 0 L 0 -90 0 90 L -66 -24 -92 0 -66 24 L 66 -24 92 0 66 24 L -24 -66 0 -92 24 -66 "
     "L -24 66 0 92 24 66"},
    {"bell", "P -84 58 -56 26 -50 -28 -26 -66 26 -66 50 -28 56 26 84 58 O 0 -80 14 O 0 76 20"},
    {"bolt", "P 8 12 -60 12 15 -98 P -8 -14 62 -14 -15 98"},
    {"bomb", "O -16 24 66 L 26 -30 56 -62 L 56 -62 84 -62 L 56 -62 56 -92 L 56 -62 82 -88"},
    {"book", "S -76 -90 76 -90 76 90 -76 90 L -46 -90 -46 90 L -14 -48 46 -48 L -14 -14 46 -14"},
    {"box", "S -85 -40 85 -40 85 85 -85 85 L -85 -40 -60 -85 60 -85 85 -40 L 0 -85 0 -10"},
    {"brain",
     "S -10 -88 -66 -70 -92 -10 -76 52 -30 86 -4 70 -4 -80 S 10 -88 66 -70 92 -10 76 52 30 86 4 70 "
     "4 -80"},
    {"bug",
     "P 60 14 52 44 30 66 0 74 -30 66 -52 44 -60 14 -52 -16 -30 -38 0 -46 30 -38 52 -16 O 0 -64 26 "
     "L -96 10 -56 10 L 56 10 96 10 L -86 -54 -48 -20 L 86 -54 48 -20 L -86 80 -46 48 L 86 80 46 "
     "48"},
    {"bullseye", "R 0 0 86 R 0 0 48 O 0 0 18"},
    {"camera", "S -92 -46 -46 -46 -26 -76 26 -76 46 -46 92 -46 92 74 -92 74 R 0 12 38"},
    {"car",
     "P -92 8 -62 -16 62 -16 92 8 92 52 -92 52 P -50 -60 50 -60 66 -14 -66 -14 O -54 60 22 O 54 60 "
     "22"},
    {"chart-bar",
     "L -90 -82 -90 82 92 82 P -62 20 -34 20 -34 66 -62 66 P -14 -30 14 -30 14 66 -14 66 P 36 -64 "
     "64 -64 64 66 36 66"},
    {"chart-line", "L -88 -80 -88 80 92 80 L -60 36 -20 -16 18 16 84 -60"},
    {"check", "L -84 8 -28 64 86 -58"},
    {"child", "O 0 -66 28 P -30 -28 30 -28 22 96 -22 96 L -70 -50 -30 -20 L 70 -50 30 -20"},
    {"circle", "O 0 0 84"},
    {"clock", "R 0 0 86 L 0 -50 0 4 38 26"},
    {"code", "L -34 -56 -90 0 -34 56 L 34 -56 90 0 34 56 L 14 -74 -14 74"},
    {"cog",
     "R 0 0 48 L 62 0 94 0 L 44 44 66 66 L 0 62 0 94 L -44 44 -66 66 L -62 0 -94 0 L -44 -44 -66 "
     "-66 L 0 -62 0 -94 L 44 -44 66 -66"},
    {"comment", "P -88 -14 -62 -56 0 -72 62 -56 88 -14 62 28 0 44 -62 28 P -58 20 -18 38 -64 84"},
    {"crosshairs", "R 0 0 62 L 0 -98 0 -34 L 0 34 0 98 L -98 0 -34 0 L 34 0 98 0"},
    {"cube", "S 0 -94 82 -48 82 48 0 94 -82 48 -82 -48 L -82 -48 0 0 82 -48 L 0 0 0 94"},
    {"cubes",
     "S 0 -96 44 -72 44 -24 0 0 -44 -24 -44 -72 S -48 0 -4 24 -4 70 -48 94 -92 70 -92 24 S 48 0 92 "
     "24 92 70 48 94 4 70 4 24"},
    {"database",
     "S -76 -66 -40 -86 40 -86 76 -66 76 66 40 86 -40 86 -76 66 L -76 -34 -40 -16 40 -16 76 -34 L "
     "-76 16 -40 34 40 34 76 16"},
    {"exclamation", "P -20 -95 20 -95 12 32 -12 32 O 0 74 20"},
    {"exclamation-circle", "R 0 0 88 L 0 -48 0 12 O 0 46 11"},
    {"exclamation-triangle", "S 0 -86 96 82 -96 82 L 0 -28 0 28 O 0 58 10"},
    {"eye", "S -95 0 -55 -42 0 -58 55 -42 95 0 55 42 0 58 -55 42 O 0 0 30"},
    {"eye-slash", "S -95 0 -55 -42 0 -58 55 -42 95 0 55 42 0 58 -55 42 O 0 0 26 L -80 80 80 -80"},
    {"file", "S -64 -92 24 -92 64 -50 64 92 -64 92 L 24 -92 24 -50 64 -50"},
    {"fire", "P 4 -98 52 -30 70 24 48 76 0 96 -48 76 -70 24 -46 -26 -28 -4"},
    {"flag", "L -65 -95 -65 95 P -65 -88 80 -60 80 5 -65 18"},
    {"folder", "P -92 -66 -26 -66 -4 -42 92 -42 92 72 -92 72"},
    {"gamepad", "P -92 40 -74 -40 -40 -56 40 -56 74 -40 92 40 70 60 36 26 -36 26 -70 60"},
    {"globe", "R 0 0 86 L -86 0 86 0 S 0 -86 36 -50 44 0 36 50 0 86 -36 50 -44 0 -36 -50"},
    {"gun", "P -94 -46 94 -46 94 -6 -94 -6 P 30 -6 70 -6 84 70 44 70"},
    {"hammer", "P -60 -84 40 -84 56 -44 -60 -44 P -14 -40 14 -40 14 94 -14 94"},
    {"heart", "O -43 -28 46 O 43 -28 46 P -84 -6 84 -6 0 90"},
    {"home", "P -96 0 0 -86 96 0 P -66 -4 66 -4 66 84 -66 84"},
    {"hourglass", "S -62 -90 62 -90 8 0 62 90 -62 90 -8 0"},
    {"image", "S -92 -72 92 -72 92 72 -92 72 O -46 -30 17 P -78 58 -28 2 4 34 36 -16 80 58"},
    {"info", "O 0 -70 22 P -18 -28 18 -28 18 92 -18 92"},
    {"info-circle", "R 0 0 88 O 0 -44 12 L 0 -8 0 52"},
    {"key", "R -46 0 40 L -6 0 92 0 92 36 L 58 0 58 30"},
    {"lightbulb", "O 0 -28 62 P -30 30 30 30 26 66 -26 66 P -20 74 20 74 12 96 -12 96"},
    {"link", "S -92 -30 -16 -30 4 0 -16 30 -92 30 S 92 -30 16 -30 -4 0 16 30 92 30"},
    {"list", "O -78 -60 13 O -78 0 13 O -78 60 13 L -44 -60 92 -60 L -44 0 92 0 L -44 60 92 60"},
    {"lock", "P -70 -8 70 -8 70 88 -70 88 L -44 -8 -44 -58 0 -90 44 -58 44 -8"},
    {"lock-open", "P -70 -8 70 -8 70 88 -70 88 L -44 -8 -44 -58 0 -90 44 -62"},
    {"male", "O 0 -72 22 P -34 -40 34 -40 34 20 -34 20 P -24 20 24 20 18 96 -18 96"},
    {"map",
     "S -92 -60 -32 -84 32 -60 92 -84 92 62 32 86 -32 62 -92 86 L -32 -84 -32 62 L 32 -60 32 86"},
    {"map-marker", "O 0 -32 58 P -50 -5 50 -5 0 96"},
    {"map-marker-alt", "R 0 -32 50 L -50 -2 0 96 50 -2 O 0 -32 18"},
    {"medkit",
     "S -90 -48 90 -48 90 80 -90 80 L -32 -48 -32 -80 32 -80 32 -48 L 0 -20 0 52 L -36 16 36 16"},
    {"microchip",
     "S -56 -56 56 -56 56 56 -56 56 P -26 -26 26 -26 26 26 -26 26 L -30 -92 -30 -56 L 30 -92 30 "
     "-56 L -30 56 -30 92 L 30 56 30 92 L -92 -30 -56 -30 L -92 30 -56 30 L 56 -30 92 -30 L 56 30 "
     "92 30"},
    {"minus", "L -84 0 84 0"},
    {"pause", "P -64 -84 -18 -84 -18 84 -64 84 P 18 -84 64 -84 64 84 18 84"},
    {"play", "P -60 -88 84 0 -60 88"},
    {"plus", "L -84 0 84 0 L 0 -84 0 84"},
    {"question", "L -46 -46 -30 -82 8 -92 44 -72 46 -36 10 -4 0 32 O 0 76 17"},
    {"question-circle", "R 0 0 90 L -28 -28 -14 -50 14 -50 28 -28 0 2 0 20 O 0 48 10"},
    {"road", "P -36 -90 -8 -90 -8 90 -92 90 P 92 90 8 90 8 -90 36 -90"},
    {"robot",
     "P -70 -46 70 -46 70 66 -70 66 O 0 -84 14 L 0 -84 0 -46 L -92 -10 -92 30 L 92 -10 92 30 L -34 "
     "92 34 92"},
    {"route", "O -64 64 22 O 64 -64 22 L -40 64 40 64 60 30 -50 -26 -34 -62 40 -64"},
    {"running",
     "O 30 -76 20 L -40 -40 20 -44 0 14 40 44 24 94 L 0 14 -30 54 -84 54 L 20 -44 44 -8 80 -14"},
    {"search", "R -18 -18 60 L 28 28 88 88"},
    {"shield", "P 0 -95 78 -66 72 10 44 64 0 95 -44 64 -72 10 -78 -66"},
    {"skull",
     "S -84 -18 -60 -70 0 -92 60 -70 84 -18 58 28 50 70 -50 70 -58 28 O -34 -14 20 O 34 -14 20 L 0 "
     "44 0 70"},
    {"skull-crossbones", "R 0 -34 52 O -20 -36 13 O 20 -36 13 L -84 40 84 92 L 84 40 -84 92"},
    {"square", "P -80 -80 80 -80 80 80 -80 80"},
    {"star",
     "P 25 -34 40 13 0 42 -40 13 -25 -34 P -25 -34 0 -100 25 -34 P 25 -34 95 -31 40 13 P 40 13 59 "
     "81 0 42 P 0 42 -59 81 -40 13 P -40 13 -95 -31 -25 -34"},
    {"stop", "P -76 -76 76 -76 76 76 -76 76"},
    {"stopwatch", "R 0 14 74 L 0 14 0 -34 L -22 -92 22 -92 L 0 -92 0 -60"},
    {"tachometer-alt",
     "S -83 54 -88 27 -84 -1 -72 -26 -53 -47 -28 -60 0 -64 28 -60 53 -47 72 -26 84 -1 88 27 83 54 "
     "L 0 24 40 -34 O 0 24 14"},
    {"tag", "S -90 -90 8 -90 92 -6 -6 92 -90 8 O -48 -48 15"},
    {"tags", "S -95 -80 -20 -80 50 -10 -20 70 -95 -5 O -62 -46 13 L 10 -80 90 0 20 78"},
    {"thermometer-half", "R 0 62 30 L -20 38 -20 -78 20 -78 20 38 O 0 62 18 L 0 62 0 0"},
    {"times", "L -72 -72 72 72 L 72 -72 -72 72"},
    {"trash", "P -66 -50 66 -50 54 92 -54 92 L -84 -66 84 -66 L -28 -66 -28 -90 28 -90 28 -66"},
    {"trophy",
     "P -52 -88 52 -88 44 0 0 34 -44 0 L 0 34 0 70 L -44 86 44 86 L -52 -66 -88 -62 -70 -8 -44 0 L "
     "52 -66 88 -62 70 -8 44 0"},
    {"user", "O 0 -42 42 P -80 88 -77 64 -68 39 -50 18 -27 5 0 0 27 5 50 18 68 39 77 64 80 88"},
    {"users",
     "O -45 -35 30 O 45 -35 30 P -95 70 -91 50 -82 31 -65 18 -45 14 -25 18 -8 31 1 50 5 70 P -5 70 "
     "-1 50 8 31 25 18 45 14 65 18 82 31 91 50 95 70"},
    {"video", "P -95 -55 35 -55 35 55 -95 55 P 48 -8 95 -48 95 48 48 8"},
    {"volume-up",
     "P -92 -30 -52 -30 -52 30 -92 30 P -52 -30 -6 -74 -6 74 -52 30 L 24 -34 40 0 24 34 L 50 -62 "
     "80 0 50 62"},
    {"walking",
     "O 8 -78 19 L 4 -48 0 12 34 50 46 94 L 0 12 -22 52 -46 94 L 4 -48 -40 -22 -48 14 L 4 -48 38 "
     "-14 62 0"},
    {"wrench", "R 52 -52 36 L 26 -26 -82 82"},
};

struct Alias {
  std::string_view name;
  std::string_view same_as;
};

/// Names that are drawn like another one. In the order of the alphabet.
constexpr Alias kAliases[] = {
    {"address-card", "user"},
    {"android", "robot"},
    {"angle-double-up", "arrow-up"},
    {"archive", "box"},
    {"award", "trophy"},
    {"ban", "times"},
    {"bars", "list"},
    {"bezier-curve", "route"},
    {"binoculars", "eye"},
    {"bolt-lightning", "bolt"},
    {"book-open", "book"},
    {"bookmark", "tag"},
    {"box-open", "box"},
    {"bullhorn", "volume-up"},
    {"burn", "fire"},
    {"camera-retro", "camera"},
    {"car-side", "car"},
    {"chart-area", "chart-line"},
    {"chart-pie", "chart-bar"},
    {"check-circle", "check"},
    {"check-square", "check"},
    {"close", "times"},
    {"cogs", "cog"},
    {"comment-alt", "comment"},
    {"comment-dots", "comment"},
    {"comments", "comment"},
    {"compass", "crosshairs"},
    {"crow", "bug"},
    {"crown", "trophy"},
    {"dice-d6", "cube"},
    {"directions", "route"},
    {"dot-circle", "bullseye"},
    {"expand-arrows-alt", "arrows-alt"},
    {"file-alt", "file"},
    {"film", "video"},
    {"fingerprint", "tag"},
    {"fire-alt", "fire"},
    {"first-aid", "medkit"},
    {"fist-raised", "hammer"},
    {"flag-checkered", "flag"},
    {"globe-americas", "globe"},
    {"globe-europe", "globe"},
    {"hashtag", "tag"},
    {"hdd", "database"},
    {"heart-broken", "heart"},
    {"heartbeat", "heart"},
    {"history", "clock"},
    {"hourglass-end", "hourglass"},
    {"hourglass-half", "hourglass"},
    {"hourglass-start", "hourglass"},
    {"house", "home"},
    {"id-badge", "tag"},
    {"id-card", "tag"},
    {"image-portrait", "image"},
    {"images", "image"},
    {"list-alt", "list"},
    {"list-ol", "list"},
    {"list-ul", "list"},
    {"location-arrow", "map-marker"},
    {"long-arrow-alt-down", "arrow-down"},
    {"long-arrow-alt-left", "arrow-left"},
    {"long-arrow-alt-right", "arrow-right"},
    {"long-arrow-alt-up", "arrow-up"},
    {"low-vision", "eye-slash"},
    {"magic", "star"},
    {"male-female", "users"},
    {"map-marked", "map"},
    {"map-marked-alt", "map"},
    {"map-pin", "map-marker"},
    {"medal", "trophy"},
    {"minus-circle", "minus"},
    {"pause-circle", "pause"},
    {"people-arrows", "users"},
    {"person", "user"},
    {"person-running", "running"},
    {"person-walking", "walking"},
    {"photo-video", "image"},
    {"play-circle", "play"},
    {"plus-circle", "plus"},
    {"portrait", "user"},
    {"project-diagram", "route"},
    {"ruler", "chart-line"},
    {"scroll", "file"},
    {"search-location", "search"},
    {"server", "database"},
    {"shield-alt", "shield"},
    {"shoe-prints", "walking"},
    {"sliders-h", "cog"},
    {"sort-up", "arrow-up"},
    {"spider", "bug"},
    {"star-half-alt", "star"},
    {"stop-circle", "stop"},
    {"stopwatch-20", "stopwatch"},
    {"tachometer", "tachometer-alt"},
    {"tasks", "list"},
    {"terminal", "code"},
    {"thermometer", "thermometer-half"},
    {"times-circle", "times"},
    {"tools", "wrench"},
    {"trash-alt", "trash"},
    {"truck", "car"},
    {"unlock", "lock-open"},
    {"user-alt", "user"},
    {"user-friends", "users"},
    {"volume-down", "volume-up"},
    {"warning", "exclamation-triangle"},
};

constexpr float kStroke = 0.24F;  ///< width of lines as a share of the radius

const Icon* find_icon(std::string_view name) {
  for (const std::string_view prefix : {"fas ", "fa-"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  const auto* alias = std::ranges::lower_bound(kAliases, name, {}, &Alias::name);
  if (alias != std::end(kAliases) && alias->name == name) name = alias->same_as;
  const auto* icon = std::ranges::lower_bound(kIcons, name, {}, &Icon::name);
  return icon != std::end(kIcons) && icon->name == name ? icon : nullptr;
}

/// Takes the next step off `steps`: its letter and numbers.
char next_step(std::string_view& steps, std::vector<float>& numbers) {
  numbers.clear();
  const std::size_t letter = steps.find_first_not_of(' ');
  if (letter == std::string_view::npos) return 0;
  const char kind = steps[letter];
  steps.remove_prefix(letter + 1);
  while (true) {
    const std::size_t begin = steps.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    int number = 0;
    const auto [end, error] =
        std::from_chars(steps.data() + begin, steps.data() + steps.size(), number);
    if (error != std::errc()) break;
    numbers.push_back(static_cast<float>(number) / 100);
    steps.remove_prefix(static_cast<std::size_t>(end - steps.data()));
  }
  return kind;
}

void draw_steps(ImDrawList& list, std::string_view steps, ImVec2 center, float radius,
                ImU32 color) {
  const float line = std::max(1.0F, radius * kStroke);
  std::vector<float> numbers;
  while (const char kind = next_step(steps, numbers)) {
    const auto at = [&](std::size_t i) {
      return ImVec2(center.x + numbers[i] * radius, center.y + numbers[i + 1] * radius);
    };
    if (kind == 'O' && numbers.size() == 3) {
      list.AddCircleFilled(at(0), numbers[2] * radius, color, 0);
    } else if (kind == 'R' && numbers.size() == 3) {
      list.AddCircle(at(0), numbers[2] * radius, color, 0, line);
    } else {
      for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) list.PathLineTo(at(i));
      if (kind == 'P') {
        list.PathFillConvex(color);
      } else {
        list.PathStroke(color, kind == 'S' ? ImDrawFlags_Closed : ImDrawFlags_None, line);
      }
    }
  }
}

}  // namespace

bool has_property_icon(std::string_view name) { return find_icon(name) != nullptr; }

void draw_property_icon(std::string_view name, ImVec2 center, float radius, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (const Icon* icon = find_icon(name)) {
    draw_steps(list, icon->steps, center, radius, color);
  } else {
    list.AddCircleFilled(center, radius * 0.45F, color, 12);
  }
}

void draw_star(ImVec2 center, float radius, bool filled, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (filled) {
    draw_steps(list, find_icon("star")->steps, center, radius, color);
    return;
  }
  constexpr std::string_view kOutline =
      "S 0 -95 25 -34 90 -29 40 13 56 77 0 42 -56 77 -40 13 -90 -29 -25 -34";
  draw_steps(list, kOutline, center, radius, color);
}

void draw_speech_mark(ImDrawList& list, ImVec2 center, float radius, ImU32 color) {
  draw_steps(list, find_icon("comment")->steps, center, radius, color);
}

}  // namespace scrubjay
