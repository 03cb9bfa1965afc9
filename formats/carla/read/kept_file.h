#pragma once

#include <memory>

#include "formats/carla/header.h"
#include "formats/kept/reader.h"

namespace scrubjay::carla {

/// The packets of what a CARLA file keeps; CARLA's own are only counted.
std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file,
                                          const HeaderRead& header);

}  // namespace scrubjay::carla
