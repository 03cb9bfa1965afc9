#pragma once

#include "formats/carla/packets.h"
#include "formats/format.h"

namespace scrubjay::carla {

struct ConvertOptions {
  VectorWidth width = VectorWidth::float32;
  bool has_extension = true;  ///< what CARLA's packets cannot say is in packets of our own
};

/// Writes a recording of any format frame by frame: what CARLA's packets can say, and beside them
/// packets of our own from which reading makes the same recording again. Errors: those of
/// Format::write, "too-large" for a frame with more values than a group of our own can hold, those
/// of Writer.
Result<WriteReport> convert_recording(const WriteRequest& request, const ConvertOptions& options,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink);

}  // namespace scrubjay::carla
