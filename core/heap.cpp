#include "core/heap.h"

#include <cstdlib>  // defines __GLIBC__

#if defined(__GLIBC__)
#include <malloc.h>

#include <algorithm>
#include <thread>
#endif

namespace scrubjay {

void keep_heaps_few() {
#if defined(__GLIBC__)
  // One for each processor, and the main thread's: more could not be worked in at once.
  constexpr unsigned kMostHeaps = 9;
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  mallopt(M_ARENA_MAX, static_cast<int>(std::min(processors + 1, kMostHeaps)));
#endif
}

}  // namespace scrubjay
