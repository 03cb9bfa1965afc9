#include "formats/mcap/mcap.h"

#include "formats/mcap/read/reader.h"
#include "formats/mcap/records.h"

namespace scrubjay::mcap {

namespace {

Match probe(const ProbeInput& input) {
  return as_text(input.head).starts_with(kMagic) ? Match::certain : Match::none;
}

}  // namespace

constinit const Format kFormat{.name = kName,
                               .title = "MCAP recording (Foxglove messages, Protobuf, JSON)",
                               .family = "MCAP",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open_file,
                               .writer = &kWriter};

}  // namespace scrubjay::mcap
