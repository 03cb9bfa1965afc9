// Counts the heap's bytes by the hooks of the address sanitizer; without it, nothing is counted.
#include <atomic>

#include "tests/core/sanitizers.h"
#include "tests/fuzz/properties.h"

// GCC 12 has the sanitizer without this header.
#if SCRUBJAY_HAS_ADDRESS_SANITIZER && __has_include(<sanitizer/allocator_interface.h>)
#include <sanitizer/allocator_interface.h>
#define SCRUBJAY_COUNTS_MEMORY
#endif

namespace scrubjay::fuzz {

namespace {

#ifdef SCRUBJAY_COUNTS_MEMORY

std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> peak{0};

void on_malloc(const volatile void*, std::size_t size) {
  const std::size_t now = in_use.fetch_add(size, std::memory_order_relaxed) + size;
  std::size_t before = peak.load(std::memory_order_relaxed);
  while (now > before && !peak.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
  }
}

void on_free(const volatile void* pointer) {
  // Null, and what was taken before the hooks were there, was not counted.
  const std::size_t size = __sanitizer_get_allocated_size(pointer);
  std::size_t now = in_use.load(std::memory_order_relaxed);
  while (!in_use.compare_exchange_weak(now, now - (size < now ? size : now),
                                       std::memory_order_relaxed)) {
  }
}

void count_from_now_on() {
  static const bool is_counting = [] {
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    return true;
  }();
  static_cast<void>(is_counting);
}

std::size_t bytes_in_use() { return in_use.load(std::memory_order_relaxed); }
void begin_peak() { peak.store(bytes_in_use(), std::memory_order_relaxed); }
std::size_t highest() { return peak.load(std::memory_order_relaxed); }

#else

void count_from_now_on() {}
std::size_t bytes_in_use() { return 0; }
void begin_peak() {}
std::size_t highest() { return 0; }

#endif

}  // namespace

MemoryBound::MemoryBound(std::size_t input_bytes)
    : most_(kFixedBytes + kBytesForEachByte * input_bytes) {
  count_from_now_on();
  before_ = bytes_in_use();
  begin_peak();
}

MemoryBound::~MemoryBound() {
  const std::size_t taken = highest() > before_ ? highest() - before_ : 0;
  if (taken > most_) {
    fail("memory: " + std::to_string(taken) + " bytes were taken, at most " +
         std::to_string(most_) + " are right for this input");
  }
}

}  // namespace scrubjay::fuzz
