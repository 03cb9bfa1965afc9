#pragma once

#include "formats/carla/packets.h"
#include "formats/format_writer.h"

namespace scrubjay::carla {

struct ConvertOptions {
  VectorWidth width = VectorWidth::float32;
  bool is_kept = true;  ///< what CARLA's packets cannot say (formats/kept)
};

/// Writes a recording of any format frame by frame: what CARLA's packets can say, and beside them
/// packets that keep the rest, from which reading makes the same recording again. Errors: those of
/// FormatWriter::write, "too-large" for a frame with more values than a group can hold, those of
/// Writer.
Result<WriteReport> convert_recording(const WriteRequest& request, const ConvertOptions& options,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink);

}  // namespace scrubjay::carla
