#pragma once

#include "formats/format.h"

namespace scrubjay {

/// The format that a file is surest to be of, by its first bytes and its name's extension; of a
/// folder one whose parts they may be. Null: none.
const Format* recognised_format(const InputFile& file);

}  // namespace scrubjay
