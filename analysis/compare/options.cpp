#include "analysis/compare/options.h"

namespace scrubjay::compare {

bool has_same_pairs(const Options& one, const Options& other) {
  return one.by == other.by && one.match == other.match && one.offset == other.offset &&
         one.from == other.from && one.to == other.to && one.coordinates == other.coordinates;
}

bool only_loosens(const Options& before, const Options& now) {
  if (!(now.tolerance >= before.tolerance) || !(now.relative >= before.relative)) return false;
  Options with_tolerances = before;
  with_tolerances.tolerance = now.tolerance;
  with_tolerances.relative = now.relative;
  if (before.tolerance_of.size() != now.tolerance_of.size()) return false;
  for (std::size_t i = 0; i < now.tolerance_of.size(); ++i) {
    double& tolerance = with_tolerances.tolerance_of[i].tolerance;
    if (!(now.tolerance_of[i].tolerance >= tolerance)) return false;
    tolerance = now.tolerance_of[i].tolerance;
  }
  return with_tolerances == now;
}

}  // namespace scrubjay::compare
