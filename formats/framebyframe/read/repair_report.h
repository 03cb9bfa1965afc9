#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.h"
#include "formats/json/json_repair.h"

namespace scrubjay::framebyframe {

/// Appends a problem for each kind of repair, with its count and first place; `begin` is the offset
/// of the text that was repaired.
void tell_repairs(const RepairedJson& repaired, std::uint64_t begin, std::vector<Problem>& out);

}  // namespace scrubjay::framebyframe
