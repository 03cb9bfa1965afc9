#pragma once

namespace scrubjay {

/// The small letter of a capital beyond ASCII: of Latin, Greek, Cyrillic and Armenian alphabets,
/// one for one as the Unicode Character Database 15.0 maps them (UnicodeData.txt), in every
/// language alike; any other code point as it is.
char32_t in_lower_case(char32_t letter);

}  // namespace scrubjay
