#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/rules.h"
#include "core/problem.h"

namespace scrubjay::cli {

/// A rule, and what was found.
struct CheckedRule {
  struct InRecording {
    std::uint64_t count = 0;
    std::vector<std::string> shown = {};  ///< the first kMostShown violations, with their links
  };
  /// Violations in one recording that JUnit XML shows; all are counted.
  static constexpr std::size_t kMostShown = 100;

  Rule rule;
  std::optional<Problem> fault = {};                   ///< why it could not be asked
  std::vector<std::string> absent = {};                ///< paths in it that no recording has
  std::map<std::size_t, InRecording> violations = {};  ///< by place in the list of recordings
};

/// A recording that was to be checked.
struct CheckedRecording {
  std::string file;
  std::optional<Problem> unread = {};  ///< why it could not be asked
  std::vector<Problem> problems = {};  ///< of one that was asked
};

/// Why one could not be asked, or the first of its problems by which something is lost; none: it is
/// whole.
std::optional<Problem> worst_problem(const CheckedRecording& recording);

/// JUnit XML: a suite for each recording, in it a case for each rule. A rule that could not be
/// asked is an error, one of which nothing is recorded is skipped; a recording that is damaged or
/// could not be read has one case more, "recording", which is an error.
std::string check_junit(std::span<const CheckedRule> rules,
                        std::span<const CheckedRecording> recordings);

}  // namespace scrubjay::cli
