#pragma once

#include "formats/colyseus/read/file_index.h"

namespace scrubjay::colyseus {

/// Whether a bare handshake of generation 0 belongs to messages of 0.4 or 0.5, which look alike
/// (formats/colyseus/README.md, 1): as the metadata says, else as the messages that follow can be
/// read.
Generation nested_dialect(const FileIndex& index, std::uint32_t record, Bytes handshake);

}  // namespace scrubjay::colyseus
