#include <array>

#include "formats/carla/carla.h"
#include "formats/colyseus/colyseus.h"
#include "formats/flecs/flecs.h"
#include "formats/format.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/mcap/mcap.h"
#include "formats/xrec/xrec.h"

// An object file of its own: a program with another table (a test of a made-up format) brings its
// own `formats()`, and the linker leaves this one out.

namespace scrubjay {

namespace {

// One line a format.
const std::array kFormats{
    &carla::kFormat, &framebyframe::kFormat, &flecs::kFormat,
    &xrec::kFormat,  &colyseus::kFormat,     &mcap::kFormat,
};

}  // namespace

std::span<const Format* const> formats() { return kFormats; }

}  // namespace scrubjay
