#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay {

/// A piece of a person's text.
struct TextPart {
  enum class Kind : std::uint8_t {
    plain,
    address,  ///< of the web: begins with http:// or https://
    frame,    ///< "frame 12": `frame` counts from 1
  };
  Kind kind = Kind::plain;
  std::string_view text = {};
  std::uint64_t frame = 0;
  bool operator==(const TextPart&) const = default;
};

/// Finds web addresses and "frame N" (in any case) in a text; the parts together are the text.
std::vector<TextPart> split_text(std::string_view text);

/// A piece of a text on one line of it.
struct PlacedText {
  float x = 0;  ///< from the left edge, in the measure's unit
  std::size_t line = 0;
  std::string_view text;
  std::size_t part = 0;  ///< which part it is of
};

/// A text broken into lines of at most `width`: at blanks, and inside of words that are longer than
/// a line.
struct TextLayout {
  std::vector<TextPart> parts;
  std::vector<PlacedText> pieces;
  std::size_t lines = 0;
};

/// `width_of` measures a piece. Texts are cut off behind some thousand bytes. Views into `text`.
TextLayout lay_out(std::string_view text, float width,
                   const std::function<float(std::string_view)>& width_of);

}  // namespace scrubjay
