#pragma once

#include <cstdint>
#include <expected>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"

namespace scrubjay {

/// note: worth knowing. warning: odd, nothing lost. error: something is lost. fatal: does not open.
enum class Severity : std::uint8_t { note, warning, error, fatal };

std::string_view to_text(Severity severity);

/// One thing that is wrong with a recording, or the reason why it does not open.
struct Problem {
  Severity severity = Severity::error;
  std::string code = {};  ///< short and stable, e.g. "cut-off"; scripts compare it
  std::optional<std::uint64_t> offset = {};  ///< byte of the file where it was found
  std::optional<FrameIndex> frame = {};
  std::uint64_t count = 1;    ///< how often; offset and frame are the first place
  std::string message = {};   ///< a sentence a user can act on, without offset and frame
  std::string expected = {};  ///< what should have been there; may be empty
  std::string found = {};     ///< what was there; may be empty
};

/// Why nothing comes of it.
inline Problem fatal_problem(std::string code, std::string message, std::string expected = {}) {
  return {.severity = Severity::fatal,
          .code = std::move(code),
          .message = std::move(message),
          .expected = std::move(expected)};
}

/// The message with what was expected and found, on one line.
std::string describe(const Problem& problem);

template <class T>
using Result = std::expected<T, Problem>;

/// Shorthand for returning a problem from a function with a `Result`.
inline std::unexpected<Problem> failure(Problem problem) {
  return std::unexpected<Problem>(std::move(problem));
}

/// Problems in order of first appearance; equal ones (severity, code, message) are folded into one
/// with a count. At most limits::kMostProblems are kept, so hostile input cannot fill memory: the
/// rest is counted in one of code "more-problems" with the highest severity among them. Safe to use
/// from several threads.
class ProblemLog {
 public:
  void add(Problem problem);
  std::vector<Problem> list() const;
  /// Grows with every add; for noticing that a list is out of date.
  std::uint64_t version() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Problem> problems_;
  std::uint64_t version_ = 0;
};

/// Adds `problem` to `problems`, folded as `ProblemLog` does it.
void fold_into(std::vector<Problem>& problems, Problem problem);

}  // namespace scrubjay
