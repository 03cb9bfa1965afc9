// Any bytes as a file of Colyseus traffic (HAR, capture, .colreplay,
// schema-debug.txt).
#include "formats/colyseus/colyseus.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void colyseus_har_fuzz(Input input) {
  check_recording({colyseus::kFormat, "fuzz.har"}, owned_bytes(input));
}

}  // namespace scrubjay::fuzz
