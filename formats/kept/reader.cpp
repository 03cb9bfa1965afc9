#include "formats/kept/reader.h"

#include "core/index_archive.h"
#include "formats/kept/decoder.h"

namespace scrubjay::kept {

namespace {

Problem damaged_resource() {
  return {.severity = Severity::error,
          .code = "resource-damaged",
          .message = "The file that the recording carries cannot be read."};
}

Result<ResourceData> resource_at(PacketSource& source, const PacketPlace& place) {
  const auto packet = source.at(place);
  if (!packet || packet->kind != PacketKind::resource) return failure(damaged_resource());
  FieldReader fields(packet->payload);
  ResourceInfo info;
  fields.row(info);
  const bool has_content = fields.little<std::uint8_t>() != 0;
  const std::uint64_t size = fields.number();
  ResourceData data;
  data.type = fields.text();
  data.width = static_cast<std::uint32_t>(fields.number());
  data.height = static_cast<std::uint32_t>(fields.number());
  if (!fields.ok()) return failure(damaged_resource());
  if (!has_content) {
    return failure({.severity = Severity::note,
                    .code = "resource-missing",
                    .message = "The recording only names this file."});
  }
  while (data.bytes.size() < size) {
    const auto piece = source.next();
    if (!piece || piece->kind != PacketKind::data) break;
    data.bytes.insert(data.bytes.end(), piece->payload.begin(), piece->payload.end());
  }
  if (data.bytes.size() != size) return failure(damaged_resource());
  return data;
}

}  // namespace

void KeptReader::index(RecordingBuilder& builder) {
  Indexer indexer(index_, builder, file_->help());
  file_->index(builder, indexer);
}

std::unique_ptr<FrameDecoder> KeptReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_, file_->packets(), file_->help(), own_);
}

Result<ResourceData> KeptReader::read_resource(const Recording&, ResourceIndex resource) const {
  return resource_at(*file_->packets(), index_.resources[resource.value]);
}

bool KeptReader::save_index(IndexWriter& out) const {
  if (!file_->save_index(out)) return false;
  index_.save(out);
  return true;
}

bool KeptReader::load_index(IndexReader& in) { return file_->load_index(in) && index_.load(in); }

std::shared_ptr<Recording> open_kept(std::shared_ptr<InputFile> file,
                                     std::unique_ptr<KeptFile> kept, Head head, RecordingInfo info,
                                     OpenOwn open_own) {
  set_info(std::move(head), info);
  auto reader =
      std::make_unique<KeptReader>(std::move(kept), info.coordinates, std::move(open_own));
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

}  // namespace scrubjay::kept
