#pragma once

#include "scenery/opendrive/model.h"

namespace scrubjay::opendrive {

/// How far lanes reach from the reference line in plan between two places along it, at most.
double reach_between(const Road& road, double from, double to);

/// The largest value, without its sign, of a list of cubics between two places.
double most_of(const Cubics& list, double from, double to);

}  // namespace scrubjay::opendrive
