#include "tests/load/process_facts.h"

#include <malloc.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace scrubjay::load {

namespace {

/// The number of a line of the system's own account of this process.
std::uint64_t status_number(std::string_view wanted) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t number = 0;
    if (words >> name >> number && name == wanted) return number;
  }
  return 0;
}

}  // namespace

std::uint64_t anonymous_bytes() {
  malloc_trim(0);
  return status_number("RssAnon:") * 1024;
}

std::uint64_t heap_bytes() {
  const struct mallinfo2 use = mallinfo2();
  return static_cast<std::uint64_t>(use.uordblks) + static_cast<std::uint64_t>(use.hblkhd);
}

std::uint64_t open_descriptors() {
  std::error_code unknown;
  const std::filesystem::directory_iterator entries("/proc/self/fd", unknown);
  if (unknown) return 0;
  return static_cast<std::uint64_t>(std::distance(begin(entries), end(entries)));
}

std::uint64_t threads() { return status_number("Threads:"); }

}  // namespace scrubjay::load
