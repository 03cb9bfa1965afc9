#pragma once

#include <memory>

#include "core/recording.h"
#include "formats/framebyframe/read/file_index.h"

namespace scrubjay::framebyframe {

/// Decodes frames and events of an indexed recording, each from its own bytes. O(bytes of the frame
/// or event); storage is kept from frame to frame.
std::unique_ptr<FrameDecoder> make_decoder(const Recording& recording, const FileIndex& index);

}  // namespace scrubjay::framebyframe
