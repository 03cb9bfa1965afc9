#pragma once

#include <cstdint>
#include <string>

#include "core/problem.h"

namespace scrubjay {

/// More than any settings or rules that people write have.
inline constexpr std::uint64_t kMostTextFileBytes = std::uint64_t{64} << 20;

/// All of a file that is to be small, or of standard input ("-"). Errors: those of InputFile::open,
/// and "too-large".
Result<std::string> read_text_file(const std::string& path,
                                   std::uint64_t most_bytes = kMostTextFileBytes);

}  // namespace scrubjay
