// Any bytes as the handshake of a Colyseus room: bare, inside of JOIN_ROOM, and
// in a capture in front of a state.
#include "formats/colyseus/read/handshake.h"

#include "formats/colyseus/colyseus.h"
#include "formats/colyseus/read/roles.h"
#include "formats/colyseus/read/room_protocol.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void colyseus_handshake_fuzz(Input input) {
  using namespace scrubjay::colyseus;
  const ByteVector handshake = owned_bytes(input);
  for (const Generation nested : {Generation::v0_4, Generation::v0_5}) {
    if (const auto schema = read_handshake(handshake, nested)) {
      static_cast<void>(Roles(**schema, {}));
    }
  }
  if (const auto join = parse_join(handshake)) {
    static_cast<void>(read_handshake(join->handshake, Generation::v0_5));
  }
  check_recording(
      {kFormat, "fuzz.colycap"},
      CaptureMaker().add(0, 0, handshake).add(1, 0, colyseus::bytes_of("80 01 FF 01 80")).bytes());
}

}  // namespace scrubjay::fuzz
