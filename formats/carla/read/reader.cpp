#include "formats/carla/read/reader.h"

#include "core/text.h"
#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/carla/read/decoder.h"
#include "formats/carla/read/indexer.h"
#include "formats/carla/read/kept_file.h"

namespace scrubjay::carla {

namespace {

std::vector<std::pair<std::string, std::string>> metadata_of(const Header& header) {
  std::vector<std::pair<std::string, std::string>> metadata;
  if (!header.map.empty()) metadata.emplace_back("map", valid_utf8(header.map));
  if (std::string date = date_text(header.date); !date.empty()) {
    metadata.emplace_back("date", std::move(date));
  }
  return metadata;
}

}  // namespace

CarlaReader::CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header)
    : file_(std::move(file)) {
  index_.header_version = header.header.version;
  index_.first_packet = header.bytes;
}

void CarlaReader::index(RecordingBuilder& builder) { Indexer(*file_, index_, builder).run(); }

std::unique_ptr<FrameDecoder> CarlaReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_);
}

/// Behind the header, which has the date. What holds was written before.
std::optional<FrameBasis> CarlaReader::frame_basis() const {
  const auto width = static_cast<std::uint64_t>(index_.width.load());
  const auto layout = static_cast<std::uint64_t>(index_.layout.load());
  return FrameBasis{index_.first_packet, layout << 8 | width};
}

Result<std::shared_ptr<Recording>> open_file(std::shared_ptr<InputFile> file,
                                             const ReadOptions& options) {
  const auto header = read_header(file->bytes());
  if (!header) return failure(header.error());
  RecordingInfo info;
  info.format = kName;
  info.format_version = std::to_string(header->header.version);
  info.coordinates = unreal_coordinates();
  if (kept::is_shown(options)) {
    if (auto head = find_kept(file->bytes(), header->bytes)) {
      auto kept = kept_file(file, *header);
      return kept::open_kept(file, std::move(kept), std::move(*head), std::move(info),
                             [file] { return open_file(file, kept::not_shown()); });
    }
  }
  info.metadata = metadata_of(header->header);
  auto reader = std::make_unique<CarlaReader>(file, *header);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

}  // namespace scrubjay::carla
