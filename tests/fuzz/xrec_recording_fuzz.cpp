// Any bytes as an XREC recording.
#include "formats/xrec/xrec.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/xrec_bytes.h"

namespace scrubjay::fuzz {

void xrec_recording_fuzz(Input input) {
  std::vector<std::byte> file = owned_bytes(input);
  if (!open_to_fuzzing(file)) return;
  check_recording({xrec::kFormat, "fuzz.xrec"}, std::move(file));
}

}  // namespace scrubjay::fuzz
