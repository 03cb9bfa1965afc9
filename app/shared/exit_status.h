#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/problem.h"

namespace scrubjay {

/// What the program returns. Of several files the worst counts: a higher number is worse.
enum class ExitStatus : std::uint8_t {
  done = 0,
  has_errors = 1,  ///< done, but the recording has problems of severity error
  wrong_usage = 2,
  nothing_done = 3,  ///< nothing could be read or written
};

constexpr ExitStatus worse(ExitStatus a, ExitStatus b) { return std::max(a, b); }

/// done or has_errors, as the problems say.
inline ExitStatus status_of(std::span<const Problem> problems) {
  const bool has_errors = std::ranges::any_of(
      problems, [](const Problem& problem) { return problem.severity >= Severity::error; });
  return has_errors ? ExitStatus::has_errors : ExitStatus::done;
}

}  // namespace scrubjay
