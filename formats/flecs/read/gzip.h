#pragma once

#include <cstddef>
#include <string>

#include "core/byte_reader.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::flecs {

/// True for the two bytes with which gzip begins.
bool is_gzip(Bytes bytes);
/// Gzip, or nothing around the text.
compression::OuterForm form_of(Bytes bytes);

/// The first bytes of the text inside, at most `most`; less where the bytes end before.
std::string inflate_head(Bytes bytes, std::size_t most);

}  // namespace scrubjay::flecs
