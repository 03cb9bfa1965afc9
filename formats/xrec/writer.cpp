#include "formats/xrec/writer.h"

#include "formats/xrec/writer_copy.h"
#include "formats/xrec/writer_options.h"
#include "formats/xrec/writer_recording.h"
#include "formats/xrec/xrec.h"

namespace scrubjay::xrec {

namespace {

Problem bad_option(std::string message, std::string expected) {
  return {.severity = Severity::fatal,
          .code = "option",
          .message = std::move(message),
          .expected = std::move(expected)};
}

Result<WriterOptions> chosen_options(const WriteRequest& request) {
  WriterOptions options;
  for (const auto& [name, value] : request.options) {
    if (name == "compression") {
      if (value != "zstd" && value != "none") {
        return failure(
            bad_option("There is no compression \"" + value + "\" to write.", "zstd or none"));
      }
      options.compression = value == "zstd" ? Compression::zstd : Compression::none;
    } else if (name == "motion") {
      if (value != "own" && value != "events") {
        return failure(
            bad_option("Motion cannot be written as \"" + value + "\".", "own or events"));
      }
      options.has_motion_events = value == "events";
    } else {
      return failure(
          bad_option("The format has no option \"" + name + "\".", "compression or motion"));
    }
  }
  return options;
}

/// Whether what is asked for is the recording as it is.
bool is_whole(const WriteRequest& request) {
  return !request.from && !request.to && !request.entities && !request.coordinates;
}

}  // namespace

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  const auto options = chosen_options(request);
  if (!options) return failure(options.error());
  const bool is_copy = request.recording->info().format == kFormat.name && is_whole(request);
  return is_copy ? copy_recording(request, *options, cancelled, sink)
                 : write_recording(request, *options, cancelled, sink);
}

}  // namespace scrubjay::xrec
