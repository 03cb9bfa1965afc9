#pragma once

#include <cstddef>

namespace scrubjay {

/// How often this thread has called operator new since the program began. The test program replaces
/// operator new to count; what is freed is not counted.
std::size_t allocations_of_this_thread();

/// How often `run()` calls operator new on this thread.
template <class Run>
std::size_t allocations_in(Run run) {
  const std::size_t before = allocations_of_this_thread();
  run();
  return allocations_of_this_thread() - before;
}

}  // namespace scrubjay
