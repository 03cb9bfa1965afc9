#pragma once

#include <string>
#include <vector>

#include "app/viewer/ask/ask_facts.h"
#include "core/filter.h"

namespace scrubjay {

/// A filter as a query: of properties over `state`, of events over `events`.
struct FilterQuery {
  std::string sql;
  std::vector<std::string> left_out;  ///< sentences: what of the filter the query does not say
};

/// `facts` tells which columns there are.
FilterQuery query_of(const Filter& filter, const AskFacts& facts);

}  // namespace scrubjay
