#pragma once

#include <memory>

#include "formats/kept/reader.h"

namespace scrubjay::framebyframe {

/// The packets of what is kept beside the frames of a text (formats/kept/json_packets.h).
std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file);

}  // namespace scrubjay::framebyframe
