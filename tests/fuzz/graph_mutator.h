#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/record_mutator.h"

namespace scrubjay::fuzz {

/// Changes one value of an NRBF stream, so that all others stay where a reader finds them: a number
/// or a text (of a member, or the name of a class or a member), or what a reference names. False
/// where the bytes are no such stream, have nothing of the kind, or there is no room.
bool mutate_graph(std::vector<std::byte>& stream, std::size_t most, std::uint32_t seed,
                  const MutateBytes& mutate);

}  // namespace scrubjay::fuzz
