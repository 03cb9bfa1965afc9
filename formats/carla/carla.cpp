#include "formats/carla/carla.h"

#include <array>

#include "core/text.h"
#include "formats/carla/decoder.h"
#include "formats/carla/indexer.h"
#include "formats/carla/queries.h"
#include "formats/carla/reader.h"
#include "formats/carla/write.h"

namespace scrubjay::carla {

CarlaReader::CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header,
                         bool is_extended)
    : file_(std::move(file)), is_extended_(is_extended) {
  index_.header_version = header.header.version;
  index_.first_packet = header.bytes;
  extension_.states.coordinates = unreal_coordinates();
}

void CarlaReader::index(RecordingBuilder& builder) {
  if (is_extended_) {
    ExtendedIndexer(bytes(), index_.first_packet, index_.header_version, extension_, builder).run();
  } else {
    Indexer(*file_, index_, builder).run();
  }
}

std::unique_ptr<FrameDecoder> CarlaReader::decoder(const Recording& recording) const {
  if (!is_extended_) return std::make_unique<Decoder>(recording, index_);
  return std::make_unique<states::Decoder>(recording, extension_.states, extension_groups(bytes()));
}

Result<ResourceData> CarlaReader::read_resource(const Recording& recording,
                                                ResourceIndex resource) const {
  return is_extended_ ? read_packed_resource(bytes(), extension_.resources[resource.value])
                      : Reader::read_resource(recording, resource);
}

namespace {

Match probe(const ProbeInput& input) {
  return has_magic(input.head) ? Match::certain : Match::none;
}

std::vector<std::pair<std::string, std::string>> metadata_of(const Header& header) {
  std::vector<std::pair<std::string, std::string>> metadata;
  if (!header.map.empty()) metadata.emplace_back("map", valid_utf8(header.map));
  if (std::string date = date_text(header.date); !date.empty()) {
    metadata.emplace_back("date", std::move(date));
  }
  return metadata;
}

Result<std::shared_ptr<Recording>> open_with(std::shared_ptr<InputFile> file,
                                             const ReadOptions& options) {
  const auto header = read_header(file->bytes());
  if (!header) return failure(header.error());
  auto extension = states::is_extension_shown(options)
                       ? find_extension(file->bytes(), header->bytes)
                       : std::nullopt;
  RecordingInfo info;
  info.format = "carla";
  info.format_version = std::to_string(header->header.version);
  info.coordinates = unreal_coordinates();
  if (extension) info.set_origin(std::move(extension->origin));
  info.metadata = extension ? std::move(extension->metadata) : metadata_of(header->header);
  auto reader = std::make_unique<CarlaReader>(file, *header, extension.has_value());
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  return open_with(std::move(file), {});
}

constexpr std::array kReadOptions{states::kExtensionOption};

constexpr std::array<std::string_view, 3> kExtensions{"log", "rec", "dat"};

}  // namespace

constinit const Format kFormat{.name = "carla",
                               .title = "CARLA recorder file",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = kQueries,
                               .write = write,
                               .coordinates_written = coordinates_written,
                               .write_options = kWriteOptions,
                               .read_options = kReadOptions,
                               .open_with = open_with};

}  // namespace scrubjay::carla
