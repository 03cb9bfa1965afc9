#include "formats/carla/write.h"

#include "formats/carla/carla.h"
#include "formats/carla/convert.h"
#include "formats/carla/copy.h"
#include "formats/carla/header.h"
#include "formats/write_options.h"

namespace scrubjay::carla {

namespace {

Problem refusal(std::string code, std::string message, std::string expected) {
  return {.severity = Severity::fatal,
          .code = std::move(code),
          .message = std::move(message),
          .expected = std::move(expected)};
}

ConvertOptions chosen_options(const WriteRequest& request) {
  ConvertOptions options;
  options.has_extension = states::is_remainder_kept(request);
  if (chosen_value(kUnrealOption, request.options) == "5") options.width = VectorWidth::float64;
  return options;
}

}  // namespace

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  const CoordinateSystem own = unreal_coordinates();
  if (request.coordinates && *request.coordinates != own) {
    return failure(
        refusal("coordinates", "CARLA's files are always in Unreal's coordinates.", "unreal"));
  }
  return own;
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  if (auto problem = check_write_options(kWriteOptions, request.options)) {
    return failure(std::move(*problem));
  }
  if (auto system = coordinates_written(request); !system) {
    return failure(std::move(system.error()));
  }
  return can_copy(request) ? copy_recording(request, cancelled, sink)
                           : convert_recording(request, chosen_options(request), cancelled, sink);
}

}  // namespace scrubjay::carla
