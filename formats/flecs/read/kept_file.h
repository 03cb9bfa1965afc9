#pragma once

#include <memory>

#include "formats/kept/reader.h"

namespace scrubjay::flecs {

/// The packets of what is kept beside the documents of a text (formats/kept/json_packets.h).
std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file);

}  // namespace scrubjay::flecs
