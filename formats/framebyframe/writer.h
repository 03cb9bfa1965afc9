#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/states/extension.h"

namespace scrubjay::framebyframe {

/// Writes any recording as a Frame by Frame file (framebyframe.md 1, 9 and 16). Recordings of this
/// format come back as they were: unknown property types, flags, icons and extra fields too. Option
/// "container": "raw" as games write it, "saved" as the application does, with comments.
Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink);

/// See Format::coordinates_written.
Result<CoordinateSystem> coordinates_written(const WriteRequest& request);

inline constexpr std::array<std::string_view, 2> kContainerNames{"raw", "saved"};
/// What `write` can be asked for.
inline constexpr WriteOption kContainerOption{
    "container", "raw: as games write it; saved: compressed, as the application does",
    kContainerNames};
inline constexpr std::array kWriteOptions{kContainerOption, states::kRemainderOption};

}  // namespace scrubjay::framebyframe
