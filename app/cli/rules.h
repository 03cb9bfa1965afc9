#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace scrubjay::cli {

/// A query that has to give no rows.
struct Rule {
  std::string name;
  Severity severity = Severity::error;  ///< or warning
  std::string message;                  ///< may be empty
  std::string sql;                      ///< all lines below the name
  std::size_t line = 0;                 ///< of its name, from 1
};

/// Reads a file of rules:
///
///     -- rule: nobody is hurt
///     -- severity: warning
///     -- message: Health has to stay above 10.
///     select recording, time, entity from state where "Stats/Health" <= 10
///
/// Errors: "rules" for what is no such file, with the line; a setting that is misspelt is one, too.
Result<std::vector<Rule>> read_rules(std::string_view text);

}  // namespace scrubjay::cli
