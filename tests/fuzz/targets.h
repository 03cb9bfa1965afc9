#pragma once

#include <array>

#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

// What a fuzzer, or a test with files that one found, gives bytes to. Each ends the program when a
// property does not hold.

void carla_fuzz(Input input);
void colyseus_handshake_fuzz(Input input);
void colyseus_har_fuzz(Input input);
void colyseus_wire_fuzz(Input input);
void coordinate_system_fuzz(Input input);
void filter_file_fuzz(Input input);
void flecs_fuzz(Input input);
void framebyframe_fuzz(Input input);
void xrec_container_fuzz(Input input);
void xrec_nrbf_fuzz(Input input);
void xrec_recording_fuzz(Input input);

struct NamedTarget {
  const char* name;
  const char* seeds;  ///< folder below tests/data
  void (*run)(Input);
};

inline constexpr std::array kTargets{
    NamedTarget{"carla_fuzz", "carla/seeds", carla_fuzz},
    NamedTarget{"colyseus_handshake_fuzz", "colyseus/handshakes", colyseus_handshake_fuzz},
    NamedTarget{"colyseus_har_fuzz", "colyseus/files", colyseus_har_fuzz},
    NamedTarget{"colyseus_wire_fuzz", "colyseus/messages", colyseus_wire_fuzz},
    NamedTarget{"coordinate_system_fuzz", "coordinates/seeds", coordinate_system_fuzz},
    NamedTarget{"filter_file_fuzz", "filters/seeds", filter_file_fuzz},
    NamedTarget{"flecs_fuzz", "flecs/seeds", flecs_fuzz},
    NamedTarget{"framebyframe_fuzz", "framebyframe/seeds", framebyframe_fuzz},
    NamedTarget{"xrec_container_fuzz", "xrec/seeds/container", xrec_container_fuzz},
    NamedTarget{"xrec_nrbf_fuzz", "xrec/seeds/nrbf", xrec_nrbf_fuzz},
    NamedTarget{"xrec_recording_fuzz", "xrec/seeds/container", xrec_recording_fuzz},
};

}  // namespace scrubjay::fuzz
