#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/concurrency/awaited.h"

namespace scrubjay {

/// A font of the system that has signs which the window's own fonts lack.
struct ExtraFont {
  std::string path;
  std::vector<ImWchar> ranges;  ///< first and last of each, then 0
};

/// The path of a font with as many of these signs as can be, that Dear ImGui can load; empty: there
/// is none. It may lack some of them. Of the system's fonts (fontconfig, else known places).
std::string find_font_with(const std::vector<ImWchar>& signs);

/// Signs that were to be drawn and that no font loaded has. They are looked for in fonts on a
/// thread of its own, and what the font that was found lacks once more; until then, and where there
/// are none, they are drawn as a box with their code.
class MissingGlyphs {
 public:
  using FindFont = std::function<std::string(const std::vector<ImWchar>& signs)>;

  explicit MissingGlyphs(FindFont find_font = find_font_with) : find_font_(std::move(find_font)) {}

  /// `font` could not draw this character.
  void want(char32_t character);
  /// Once a picture; true when `fonts` has grown, so that all fonts are to be loaded anew.
  bool update(const std::function<void()>& wake);
  const std::vector<ExtraFont>& fonts() const { return fonts_; }
  /// A font is on its way, of which `wake` will tell.
  bool is_looking() const { return found_.is_running(); }

  /// Where who draws with the present context of Dear ImGui tells what is missing: its user data.
  void serve();

 private:
  const FindFont find_font_;  ///< called on another thread
  std::set<ImWchar> wanted_;
  std::set<ImWchar> looked_for_;
  std::vector<ImWchar> last_;  ///< looked for together last
  std::map<ImWchar, int> tries_;
  std::vector<ExtraFont> fonts_;
  Awaited<ExtraFont> found_;
};

/// `text` as `font` can draw it: each character that it lacks is written as its code in brackets,
/// "[1F600]". `scratch` holds it where it differs.
std::string_view drawable(const ImFont* font, std::string_view text, std::string& scratch);

/// Whether these leading bytes of a file and its tables are those of a font with outlines, which
/// Dear ImGui can load.
bool has_outlines(std::string_view bytes);

}  // namespace scrubjay
