#pragma once

#include "formats/colyseus/schema.h"

namespace scrubjay::colyseus {

/// The built-in types by which a handshake of that generation is written (colyseus.md 6.1):
/// Reflection, Type, Field and, in generation 5, Quantized.
const Schema& reflection_schema(Generation generation);

}  // namespace scrubjay::colyseus
