#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/recording.h"
#include "formats/flecs/read/document.h"
#include "formats/flecs/read/time_rule.h"

namespace scrubjay::flecs {

/// What only this format knows of a recording.
struct FileDetails {
  std::uint64_t documents = 0;
  std::array<std::uint64_t, kDocumentKinds> kinds{};
  TimeRule time_rule{};
  std::string_view clock = {};          ///< empty: no property tells the time
  std::string_view clock_offered = {};  ///< that might; empty: none
  std::uint64_t repairs = 0;
  std::uint64_t nulls = 0;
  std::uint64_t errors = 0;
  std::uint64_t blanks = 0;
  std::uint64_t unreadable = 0;
  double start_time = 0;  ///< 0: none was subtracted
};

void tell_details(const FileDetails& details, RecordingBuilder& builder);

}  // namespace scrubjay::flecs
