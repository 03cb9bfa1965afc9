#include "analysis/compare/item_result.h"

namespace scrubjay::compare {

void ItemResult::clear() {
  found.clear();
  has_difference = false;
  differing = 0;
  differing_paths.clear();
  sums = nullptr;
  values.clear();
  tree.clear();
  values_compared = 0;
  met.clear();
  unmatched.clear();
  paths.clear();
  joined.clear();
  places.clear();
  problems_a.clear();
  problems_b.clear();
}

std::size_t ItemResult::bytes() const {
  return found.size() * sizeof(Difference) + differing_paths.size() * sizeof(PathId) +
         values.size() * sizeof(ValuePair) + tree.size() * sizeof(PropertyNode) +
         joined.size() * sizeof(joined[0]) + places.size() * sizeof(SubjectPlace);
}

}  // namespace scrubjay::compare
