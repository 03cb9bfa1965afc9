#pragma once

#include <cstdint>

namespace scrubjay {

/// From now on threads share few heaps. glibc gives each of many threads a heap of its own, and
/// what was freed in one is of no use to the others: readers, decoders and searches that come and
/// go would hold memory several times over. Does nothing elsewhere. Once, before threads begin.
void keep_heaps_few();

/// Memory of this process alone, mapped files not counted; 0 where the system does not say.
std::uint64_t anonymous_memory_bytes();

}  // namespace scrubjay
