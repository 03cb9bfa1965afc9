#pragma once

#include <atomic>
#include <string>

#include "core/byte_reader.h"
#include "core/problem.h"
#include "scenery/opendrive/model.h"

namespace scrubjay::opendrive {

/// Reads a whole file. Errors, all fatal: "xml-malformed", "xml-entities", "not-opendrive",
/// "cancelled"; what is wrong otherwise is among the map's problems.
Result<RoadMap> read_map(Bytes bytes, const std::atomic<bool>& cancelled);

/// Whether the first element of a file that begins so is `OpenDRIVE`.
bool begins_as_opendrive(Bytes head);

}  // namespace scrubjay::opendrive
