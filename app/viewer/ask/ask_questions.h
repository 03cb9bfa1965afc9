#pragma once

#include <string>
#include <vector>

#include "app/viewer/ask/ask_facts.h"

namespace scrubjay {

/// A query that is ready to be asked.
struct Question {
  std::string title;
  std::string sql;
};

/// About a dozen that fit what is in the recordings; those that most would ask first.
/// `metres_per_unit`: of the places that a query sees.
std::vector<Question> questions_for(const AskFacts& facts, double metres_per_unit);

}  // namespace scrubjay
