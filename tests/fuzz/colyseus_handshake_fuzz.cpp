// libFuzzer harness: any bytes as the handshake of a Colyseus room, bare and inside of JOIN_ROOM.
//
//     colyseus_handshake_fuzz -max_len=4096 tests/data/colyseus/handshakes
#include <cstddef>
#include <cstdint>

#include "formats/colyseus/handshake.h"
#include "formats/colyseus/roles.h"
#include "formats/colyseus/room_protocol.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  using namespace scrubjay::colyseus;
  const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  for (const Generation nested : {Generation::v0_4, Generation::v0_5}) {
    if (const auto schema = read_handshake(bytes, nested)) static_cast<void>(Roles(**schema, {}));
  }
  if (const auto join = parse_join(bytes)) {
    static_cast<void>(read_handshake(join->handshake, Generation::v0_5));
  }
  return 0;
}
