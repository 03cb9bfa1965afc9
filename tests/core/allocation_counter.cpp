#include "tests/core/allocation_counter.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::size_t allocations = 0;
}

// The other forms of new and delete (arrays, sized, nothrow) lead to these two; the aligned ones
// are left as they are, nothing in core asks for more than the usual alignment.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size != 0 ? size : 1);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace scrubjay {

std::size_t allocations_of_this_thread() { return allocations; }

}  // namespace scrubjay
