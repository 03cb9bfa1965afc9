#pragma once

#include <string>
#include <vector>

#include "formats/format.h"

namespace scrubjay {

/// One way in which a file of a format can be wrong, and what is said of it.
struct Malformed {
  std::string what;
  std::vector<std::byte> bytes;
  /// All problems of `verify`, in order: "severity code@offset", "xN" behind those that were there
  /// N times, joined by ", ". Empty: the reader takes it as it is.
  std::string expected;
};

// The tables, one a format: at least kLeastMalformed cases each.
inline constexpr std::size_t kLeastMalformed = 40;

std::vector<Malformed> malformed_carla();
std::vector<Malformed> malformed_colyseus();
std::vector<Malformed> malformed_flecs();
std::vector<Malformed> malformed_framebyframe();
std::vector<Malformed> malformed_xrec();

}  // namespace scrubjay
