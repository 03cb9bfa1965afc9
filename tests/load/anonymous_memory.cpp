#include "tests/load/anonymous_memory.h"

#include <malloc.h>

#include <fstream>
#include <sstream>
#include <string>

namespace scrubjay::load {

std::uint64_t anonymous_bytes() {
  malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "RssAnon:") return kibibytes * 1024;
  }
  return 0;
}

std::uint64_t heap_bytes() {
  const struct mallinfo2 use = mallinfo2();
  return static_cast<std::uint64_t>(use.uordblks) + static_cast<std::uint64_t>(use.hblkhd);
}

}  // namespace scrubjay::load
