#include <windows.h>

#include <psapi.h>

#include "core/platform/heap.h"
#include "core/platform/system_calls.h"

namespace scrubjay {

void keep_heaps_small() {}

bool system_calls::put_in_place(Bytes) { return false; }

std::uint64_t anonymous_memory_bytes() {
  PROCESS_MEMORY_COUNTERS_EX counters = {};
  const bool is_known = GetProcessMemoryInfo(GetCurrentProcess(),
                                             reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters),
                                             sizeof(counters)) != 0;
  return is_known ? counters.PrivateUsage : 0;
}

}  // namespace scrubjay
