#include "formats/carla/write.h"

#include <algorithm>

#include "formats/carla/carla.h"
#include "formats/carla/convert.h"
#include "formats/carla/copy.h"
#include "formats/carla/header.h"

namespace scrubjay::carla {

namespace {

Problem refusal(std::string code, std::string message, std::string expected) {
  return {.severity = Severity::fatal,
          .code = std::move(code),
          .message = std::move(message),
          .expected = std::move(expected)};
}

Result<ConvertOptions> chosen_options(const WriteRequest& request) {
  ConvertOptions options;
  for (const auto& [name, value] : request.options) {
    const auto option = std::ranges::find(kWriteOptions, name, &WriteOption::name);
    if (option == kWriteOptions.end()) {
      return failure(
          refusal("option", "The format has no option \"" + name + "\".", "remainder or unreal"));
    }
    if (std::ranges::find(option->values, value) == option->values.end()) {
      return failure(
          refusal("option", "\"" + value + "\" is no value of " + name + ".",
                  std::string(option->values[0]) + " or " + std::string(option->values[1])));
    }
    if (name == "remainder") options.has_extension = value == "kept";
    if (name == "unreal" && value == "5") options.width = VectorWidth::float64;
  }
  return options;
}

}  // namespace

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  const auto options = chosen_options(request);
  if (!options) return failure(options.error());
  if (request.coordinates && *request.coordinates != unreal_coordinates()) {
    return failure(
        refusal("coordinates", "CARLA's files are always in Unreal's coordinates.", "unreal"));
  }
  return can_copy(request) ? copy_recording(request, cancelled, sink)
                           : convert_recording(request, *options, cancelled, sink);
}

}  // namespace scrubjay::carla
