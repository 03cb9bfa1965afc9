#include <array>
#include <string_view>

#include "formats/xrec/write/convert.h"
#include "formats/xrec/write/copy.h"
#include "formats/xrec/xrec.h"

namespace scrubjay::xrec {

namespace {

constexpr std::array<std::string_view, 2> kCompressionNames{"zstd", "none"};
constexpr WriteOption kCompressionOption{
    "compression", "zstd: small; none: readable by the simplest reader", kCompressionNames};
constexpr std::array kWriteOptions{kCompressionOption};

/// Whether what is asked for is the recording as it is.
bool is_whole(const WriteRequest& request) {
  return !request.from && !request.to && !request.entities && !request.coordinates;
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  const bool is_packed = chosen_value(kCompressionOption, request.options) == kCompressionNames[0];
  const Compression compression = is_packed ? Compression::zstd : Compression::none;
  const bool is_copy = request.recording->info().format == kName && is_whole(request);
  return is_copy ? copy_recording(request, compression, cancelled, sink)
                 : convert_recording(request, compression, cancelled, sink);
}

}  // namespace

constinit const FormatWriter kWriter{.name = kName,
                                     .title = kTitle,
                                     .extensions = kExtensions,
                                     .options = kWriteOptions,
                                     .write_checked = write};

}  // namespace scrubjay::xrec
