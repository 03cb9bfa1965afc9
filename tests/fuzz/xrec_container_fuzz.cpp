// Any bytes as the packets of an XREC recording, every event of them read.
#include "formats/xrec/read/captured_events.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/xrec_bytes.h"

namespace scrubjay::fuzz {

void xrec_container_fuzz(Input input) {
  const MemoryBound bound(input.size());
  std::vector<std::byte> file = owned_bytes(input);
  if (!open_to_fuzzing(file)) return;
  Problems problems;
  auto container = xrec::Container::open(file, problems);
  if (!container) return;
  xrec::EventPacketReader reader;
  PropertyTree tree;
  std::uint64_t events = 0;
  while (const auto step = container->next(problems)) {
    if (!step->event) continue;
    xrec::visit_events(*step->event, reader, problems, [&](const xrec::CapturedEvent& event) {
      ++events;
      tree.clear();
      reader.properties(event.place, tree);
    });
  }
  container->check_counts(events, problems);
}

}  // namespace scrubjay::fuzz
