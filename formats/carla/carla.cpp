#include "formats/carla/carla.h"

#include <array>

#include "core/text.h"
#include "formats/carla/decoder.h"
#include "formats/carla/indexer.h"
#include "formats/carla/queries.h"
#include "formats/carla/reader.h"

namespace scrubjay::carla {

CarlaReader::CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header)
    : file_(std::move(file)) {
  index_.header_version = header.header.version;
  index_.first_packet = header.bytes;
}

void CarlaReader::index(RecordingBuilder& builder) { Indexer(bytes(), index_, builder).run(); }

std::unique_ptr<FrameDecoder> CarlaReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_);
}

namespace {

Match probe(const ProbeInput& input) {
  return has_magic(input.head) ? Match::certain : Match::none;
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  const auto header = read_header(file->bytes());
  if (!header) return failure(header.error());
  RecordingInfo info;
  info.format = "carla";
  info.format_version = std::to_string(header->header.version);
  // Unreal: left-handed, X forward, Y right, Z up, centimetres.
  info.coordinates = {
      .right = Axis::pos_y, .up = Axis::pos_z, .forward = Axis::pos_x, .metres_per_unit = 0.01};
  if (!header->header.map.empty()) {
    info.metadata.emplace_back("map", valid_utf8(header->header.map));
  }
  if (std::string date = date_text(header->header.date); !date.empty()) {
    info.metadata.emplace_back("date", std::move(date));
  }
  auto reader = std::make_unique<CarlaReader>(file, *header);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

constexpr std::array<std::string_view, 3> kExtensions{"log", "rec", "dat"};

}  // namespace

constinit const Format kFormat{.name = "carla",
                               .title = "CARLA recorder file",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = kQueries};

}  // namespace scrubjay::carla
