#pragma once

#include <string_view>
#include <vector>

#include "core/meaning_choice.h"
#include "formats/format.h"

namespace scrubjay {

/// The choice, left by every format, of what the vectors of a name mean: "NAME=MEANING".
inline constexpr std::string_view kVectorsOption = "vectors";

/// Choices that `check_read_options` accepts, by who carries them out.
struct SplitReadOptions {
  ReadOptions own;                      ///< by the format
  std::vector<MeaningChoice> meanings;  ///< by Recording::choose_meanings, for every format
};

SplitReadOptions split_read_options(const ReadOptions& options);

}  // namespace scrubjay
