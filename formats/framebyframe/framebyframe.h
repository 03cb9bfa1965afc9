#pragma once

#include "formats/format.h"

namespace scrubjay::framebyframe {

/// Recordings of the visual debugger Frame by Frame: raw data as games write it, recordings that
/// its application saved, captured messages and dumps of single frames.
extern const Format kFormat;

}  // namespace scrubjay::framebyframe
