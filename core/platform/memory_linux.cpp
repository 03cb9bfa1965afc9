#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

#include "core/platform/heap.h"
#include "core/platform/system_calls.h"

namespace scrubjay {

// Not every C library and kernel header has all of it.
void keep_heaps_small() {
#ifdef M_ARENA_MAX
  // One for each processor, and the main thread's: more could not be worked in at once.
  constexpr unsigned kMostHeaps = 9;
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  mallopt(M_ARENA_MAX, static_cast<int>(std::min(processors + 1, kMostHeaps)));
#endif
#ifdef M_MMAP_THRESHOLD
  constexpr int kLarge = 256 << 10;
  constexpr int kMostFree = 2 << 20;  // at a heap's end: less than that would come and go
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TRIM_THRESHOLD, kMostFree);
#endif
}

bool system_calls::put_in_place([[maybe_unused]] Bytes bytes) {
#ifdef MADV_POPULATE_READ
  return madvise(const_cast<std::byte*>(bytes.data()), bytes.size(), MADV_POPULATE_READ) == 0;
#else
  return false;
#endif
}

std::uint64_t anonymous_memory_bytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    unsigned long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "RssAnon: %llu kB", &kilobytes) == 1) return kilobytes * 1024;
  }
  return 0;
}

}  // namespace scrubjay
