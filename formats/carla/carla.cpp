#include "formats/carla/carla.h"

#include "formats/carla/header.h"
#include "formats/carla/read/queries.h"
#include "formats/carla/read/reader.h"
#include "formats/kept/packets.h"

namespace scrubjay::carla {

namespace {

Match probe(const ProbeInput& input) {
  return has_magic(input.head) ? Match::certain : Match::none;
}

constexpr std::array kReadOptions{kept::kReadOption};

}  // namespace

constinit const Format kFormat{.name = kName,
                               .title = kTitle,
                               .family = "CARLA recorder",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open_file,
                               .queries = kQueries,
                               .read_options = kReadOptions,
                               .writer = &kWriter};

}  // namespace scrubjay::carla
