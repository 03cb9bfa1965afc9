#include "core/letter_case.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace scrubjay {

namespace {

/// Capitals from `first` to `last` are `distance` before their small letters. `of_pairs`: only
/// every second one is a capital.
struct Capitals {
  char32_t first;
  char32_t last;
  std::int32_t distance;
  bool of_pairs = false;
};

constexpr Capitals kCapitals[] = {
    {0xC0, 0xD6, 32},          {0xD8, 0xDE, 32},          {0x100, 0x12E, 1, true},
    {0x132, 0x136, 1, true},   {0x139, 0x147, 1, true},   {0x14A, 0x176, 1, true},
    {0x178, 0x178, -121},      {0x179, 0x17D, 1, true},   {0x1A0, 0x1A0, 1},
    {0x1AF, 0x1AF, 1},         {0x1CD, 0x1DB, 1, true},   {0x1DE, 0x1EE, 1, true},
    {0x1F8, 0x21E, 1, true},   {0x222, 0x232, 1, true},   {0x386, 0x386, 38},
    {0x388, 0x38A, 37},        {0x38C, 0x38C, 64},        {0x38E, 0x38F, 63},
    {0x391, 0x3A1, 32},        {0x3A3, 0x3AB, 32},        {0x400, 0x40F, 80},
    {0x410, 0x42F, 32},        {0x460, 0x480, 1, true},   {0x48A, 0x4BE, 1, true},
    {0x4C0, 0x4C0, 15},        {0x4C1, 0x4CD, 1, true},   {0x4D0, 0x52E, 1, true},
    {0x531, 0x556, 48},        {0x1E00, 0x1E94, 1, true}, {0x1E9E, 0x1E9E, -7615},
    {0x1EA0, 0x1EFE, 1, true}, {0xFF21, 0xFF3A, 32},
};

}  // namespace

char32_t in_lower_case(char32_t letter) {
  const auto* const found = std::ranges::lower_bound(kCapitals, letter, {}, &Capitals::last);
  if (found == std::end(kCapitals) || letter < found->first) return letter;
  if (found->of_pairs && (letter - found->first) % 2 != 0) return letter;
  return static_cast<char32_t>(static_cast<std::int32_t>(letter) + found->distance);
}

}  // namespace scrubjay
