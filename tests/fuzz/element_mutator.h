#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/record_mutator.h"

namespace scrubjay::fuzz {

/// Changes an element or an attribute of an XML document, which stays one: removes it, copies it
/// elsewhere, gives it another's name or value, or a value changed by `mutate`. False where the
/// bytes are no XML, or there is no room.
bool mutate_element(std::vector<std::byte>& file, std::size_t most, std::uint32_t seed,
                    const MutateBytes& mutate);

}  // namespace scrubjay::fuzz
