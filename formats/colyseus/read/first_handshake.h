#pragma once

#include <memory>

#include "formats/colyseus/read/schema.h"
#include "formats/colyseus/read/source.h"

namespace scrubjay::colyseus {

/// The first handshake that can be read; null where all clients are in rooms without a state that
/// can be read ("none", "fossil-delta"). Errors, both fatal: "no-handshake" where no stream has
/// one, "bad-handshake" where none of those there can be read. `source` is read as far as needed.
Result<std::shared_ptr<const Schema>> find_first_handshake(Bytes file, Source& source);

}  // namespace scrubjay::colyseus
