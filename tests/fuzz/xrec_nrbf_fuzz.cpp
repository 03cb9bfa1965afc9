// Any bytes as an NRBF stream, the events of an XREC recording's only packet.
#include "formats/xrec/xrec.h"
#include "tests/formats/xrec_test_file.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void xrec_nrbf_fuzz(Input input) {
  using namespace scrubjay::xrec;
  const ByteVector events = event_payload(owned_bytes(input), 1, Encoding::nrbf);
  check_recording({kFormat, "fuzz.xrec"},
                  file_of({packet_bytes(0x01, start_payload()), packet_bytes(0x02, events),
                           packet_bytes(0x03, end_payload(3, 1))}));
}

}  // namespace scrubjay::fuzz
