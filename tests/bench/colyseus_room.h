#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/core/bytes_of.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::bench {

/// The messages of a made-up room of 2,000 players on a map, in generation 5
/// (formats/colyseus/README.md, 3).
class ColyseusRoom {
 public:
  static constexpr std::uint32_t kPlayers = 2000;

  explicit ColyseusRoom(std::uint32_t seed) : random_(seed) {}

  ByteVector handshake() const { return colyseus::players_handshake("5"); }
  ByteVector full_state() const;
  /// Moves so many players, some of them twice.
  ByteVector patch(std::uint32_t moving);

  /// The begin of a capture file, and one of its records (formats/colyseus/README.md, 8.2).
  static ByteVector capture_head();
  static ByteVector record(std::uint8_t kind, double time, const ByteVector& message);

 private:
  std::mt19937 random_;
};

}  // namespace scrubjay::bench
