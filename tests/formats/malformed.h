#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"
#include "tests/core/bytes_of.h"

namespace scrubjay {

/// One way in which a file of a format can be wrong, and what is said of it.
struct Malformed {
  std::string what;
  std::vector<std::byte> bytes;
  /// All problems of `verify`, in order: "severity code@offset", "xN" behind those that were there
  /// N times, joined by ", ". Empty: the reader takes it as it is.
  std::string expected;
};

inline Malformed text_case(std::string what, std::string_view text, std::string expected) {
  return {std::move(what), bytes_of(text), std::move(expected)};
}

// The tables, one a format: at least kLeastMalformed cases each.
inline constexpr std::size_t kLeastMalformed = 40;

std::vector<Malformed> malformed_carla();
std::vector<Malformed> malformed_colyseus();
std::vector<Malformed> malformed_flecs();
std::vector<Malformed> malformed_framebyframe();
std::vector<Malformed> malformed_mcap();
std::vector<Malformed> malformed_xrec();

struct MalformedTable {
  std::string_view format;
  const char* file_name;
  std::vector<Malformed> (*cases)();
};
inline constexpr MalformedTable kMalformedTables[] = {
    {"carla", "bad.log", malformed_carla},
    {"framebyframe", "bad.fbf", malformed_framebyframe},
    {"flecs", "bad.ndjson", malformed_flecs},
    {"xrec", "bad.xrec", malformed_xrec},
    {"colyseus", "bad.colycap", malformed_colyseus},
    {"mcap", "bad.mcap", malformed_mcap},
};

/// Problems as Malformed::expected has them.
std::string said_of(const std::vector<Problem>& problems);
/// What `verify` tells of an indexed recording: every frame that is there decodes.
std::vector<Problem> problems_of_all(const std::shared_ptr<const Recording>& recording);

}  // namespace scrubjay
