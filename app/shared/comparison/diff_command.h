#pragma once

#include <string>
#include <vector>

#include "analysis/compare/options.h"
#include "formats/format.h"

namespace scrubjay {

/// What `scrubjay diff` is given.
struct DiffCommand {
  std::vector<std::string> files;    ///< two, or one with streams
  std::vector<std::string> streams;  ///< ids: two or none
  compare::Options options;
  ReadOptions read;
};

/// The line to type into a shell: "scrubjay diff a.log b.log --tolerance=0.01". What a shell would
/// take for something else is quoted.
std::string diff_command_line(const DiffCommand& command);

}  // namespace scrubjay
