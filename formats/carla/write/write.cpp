#include <array>
#include <string_view>

#include "formats/carla/carla.h"
#include "formats/carla/header.h"
#include "formats/carla/write/convert.h"
#include "formats/carla/write/copy.h"
#include "formats/kept/packets.h"

namespace scrubjay::carla {

namespace {

constexpr std::array<std::string_view, 2> kUnrealChoices{"4", "5"};
constexpr WriteOption kUnrealOption{
    "unreal",
    "for CARLA of Unreal 4 (0.9, 32-bit vectors) or Unreal 5 (0.10, 64-bit ones); a copied "
    "recording keeps its own",
    kUnrealChoices};
constexpr std::array kWriteOptions{kept::kWriteOption, kUnrealOption};

ConvertOptions chosen_options(const WriteRequest& request) {
  ConvertOptions options;
  options.is_kept = kept::is_kept(request);
  if (chosen_value(kUnrealOption, request.options) == "5") options.width = VectorWidth::float64;
  return options;
}

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  const CoordinateSystem own = unreal_coordinates();
  if (request.coordinates && *request.coordinates != own) {
    return failure(fatal_problem("coordinates", "CARLA's files are always in Unreal's coordinates.",
                                 "unreal"));
  }
  return own;
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  return can_copy(request) ? copy_recording(request, cancelled, sink)
                           : convert_recording(request, chosen_options(request), cancelled, sink);
}

}  // namespace

constinit const FormatWriter kWriter{.name = kName,
                                     .title = kTitle,
                                     .extensions = kExtensions,
                                     .options = kWriteOptions,
                                     .coordinates_written = coordinates_written,
                                     .write_checked = write};

}  // namespace scrubjay::carla
