#include "core/platform/system_calls.h"

#include <cstdlib>

namespace scrubjay::system_calls {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace scrubjay::system_calls
