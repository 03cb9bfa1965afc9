#pragma once

#include "formats/format.h"

namespace scrubjay::flecs {

/// Documents of flecs' JSON serializer, one after another.
extern const Format kFormat;

}  // namespace scrubjay::flecs
