// In place of formats/format_table.cpp: its formats and the made-up one.
#include <array>

#include "formats/carla/carla.h"
#include "formats/colyseus/colyseus.h"
#include "formats/flecs/flecs.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/xrec/xrec.h"
#include "tests/formats/sixth/sixth.h"

namespace scrubjay {

namespace {

const std::array kFormats{&carla::kFormat, &framebyframe::kFormat, &flecs::kFormat,
                          &xrec::kFormat,  &colyseus::kFormat,     &sixth::kFormat};

}  // namespace

std::span<const Format* const> formats() { return kFormats; }

}  // namespace scrubjay
