// Any bytes as flecs documents.
#include "formats/flecs/flecs.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void flecs_fuzz(Input input) {
  check_recording({flecs::kFormat, "fuzz.ndjson"}, owned_bytes(input));
}

}  // namespace scrubjay::fuzz
