#pragma once

#include "formats/colyseus/read/schema.h"

namespace scrubjay::colyseus {

/// The built-in types by which a handshake of that generation is written
/// (formats/colyseus/README.md, 6.1): Reflection, Type, Field and, in generation 5, Quantized.
const Schema& reflection_schema(Generation generation);

}  // namespace scrubjay::colyseus
