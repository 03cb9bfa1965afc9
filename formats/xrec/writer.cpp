#include "formats/xrec/writer.h"

#include "formats/write_options.h"
#include "formats/xrec/writer_copy.h"
#include "formats/xrec/writer_options.h"
#include "formats/xrec/writer_recording.h"
#include "formats/xrec/xrec.h"

namespace scrubjay::xrec {

namespace {

WriterOptions chosen_options(const WriteRequest& request) {
  WriterOptions options;
  const bool is_packed = chosen_value(kCompressionOption, request.options) == kCompressionNames[0];
  options.compression = is_packed ? Compression::zstd : Compression::none;
  options.has_motion_events = chosen_value(kMotionOption, request.options) == kMotionNames[0];
  return options;
}

/// Whether what is asked for is the recording as it is.
bool is_whole(const WriteRequest& request) {
  return !request.from && !request.to && !request.entities && !request.coordinates;
}

}  // namespace

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  if (auto problem = check_write_options(kWriteOptions, request.options)) {
    return failure(std::move(*problem));
  }
  const WriterOptions options = chosen_options(request);
  const bool is_copy = request.recording->info().format == kFormat.name && is_whole(request);
  return is_copy ? copy_recording(request, options, cancelled, sink)
                 : write_recording(request, options, cancelled, sink);
}

}  // namespace scrubjay::xrec
