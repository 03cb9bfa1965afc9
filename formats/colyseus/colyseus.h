#pragma once

#include "formats/format.h"

namespace scrubjay::colyseus {

/// State of Colyseus rooms in captures, HAR files, .colreplay and schema-debug.txt.
extern constinit const Format kFormat;

}  // namespace scrubjay::colyseus
