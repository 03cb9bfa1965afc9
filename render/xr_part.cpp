#include "render/xr_part.h"

#include <array>
#include <cstddef>

#include "core/ascii.h"

namespace scrubjay {

namespace {

struct NamedPart {
  std::string_view name;
  XrPart part;
};

constexpr std::array<NamedPart, 13> kParts{{{"head", XrPart::head},
                                            {"hmd", XrPart::head},
                                            {"headset", XrPart::head},
                                            {"lefthand", XrPart::left_hand},
                                            {"handleft", XrPart::left_hand},
                                            {"handl", XrPart::left_hand},
                                            {"lhand", XrPart::left_hand},
                                            {"leftcontroller", XrPart::left_hand},
                                            {"righthand", XrPart::right_hand},
                                            {"handright", XrPart::right_hand},
                                            {"handr", XrPart::right_hand},
                                            {"rhand", XrPart::right_hand},
                                            {"rightcontroller", XrPart::right_hand}}};

}  // namespace

XrPart xr_part(std::string_view name) {
  std::array<char, 16> letters{};
  std::size_t count = 0;
  for (const char sign : name) {
    if (sign == ' ' || sign == '_' || sign == '-') continue;
    if (count == letters.size()) return XrPart::none;
    letters[count++] = lower_case(sign);
  }
  const std::string_view word(letters.data(), count);
  for (const NamedPart& known : kParts) {
    if (known.name == word) return known.part;
  }
  return XrPart::none;
}

}  // namespace scrubjay
