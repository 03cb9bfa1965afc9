#pragma once

#include <memory>
#include <optional>

#include "core/byte_reader.h"
#include "core/problem.h"
#include "formats/colyseus/read/schema.h"

namespace scrubjay::colyseus {

/// The generation of a handshake by its bytes alone (formats/colyseus/README.md, 1); 0.4 and 0.5
/// look the same and are 0.5 here. Nothing for what is no handshake.
std::optional<Generation> generation_of_handshake(Bytes handshake);

/// The types that a handshake describes (formats/colyseus/README.md, 6). `nested` is what
/// generation 0 is read as. Errors: "bad-handshake" without an offset.
Result<std::shared_ptr<const Schema>> read_handshake(Bytes handshake, Generation nested);

/// Whether the bytes are, to the last one, a handshake of generation 0.
bool is_nested_handshake(Bytes bytes);

}  // namespace scrubjay::colyseus
