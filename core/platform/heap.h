#pragma once

#include <cstdint>

namespace scrubjay {

/// From now on threads share few heaps, and large blocks stand outside them. glibc gives each of
/// many threads a heap of its own, and what was freed in one is of no use to the others: readers,
/// decoders and searches that come and go would hold memory several times over. And it moves blocks
/// into the heaps that are as large as one freed before, where buffers that grow leave holes. Does
/// nothing elsewhere. Once, before threads begin.
void keep_heaps_small();

/// Memory of this process alone, mapped files not counted; 0 where the system does not say.
std::uint64_t anonymous_memory_bytes();

}  // namespace scrubjay
