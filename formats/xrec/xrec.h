#pragma once

#include "formats/format.h"

namespace scrubjay::xrec {

/// XREC recordings in this project's own layout (the vendor's is not published).
extern const Format kFormat;

}  // namespace scrubjay::xrec
