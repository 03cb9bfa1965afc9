#include "formats/framebyframe/read/reader.h"

#include "formats/framebyframe/read/frame_decoder.h"
#include "formats/framebyframe/read/resource_content.h"

namespace scrubjay::framebyframe {

void FrameByFrameReader::index(RecordingBuilder& builder) {
  auto found = text_.scan(builder);
  index_.text = text_.text();
  if (!found) return;
  index_.container = found->scan.container.value_or(Container::raw);
  index_.version = found->scan.version.value_or(1);
  Indexer(index_, builder, std::move(found->scan), found->report, found->progress,
          text_.file().size())
      .run();
}

std::unique_ptr<FrameDecoder> FrameByFrameReader::decoder(const Recording& recording) const {
  return make_decoder(recording, index_);
}

/// Only where the places of frames are places in the file, neither inflated nor repaired. Which
/// frames are looked at for repair depends on how many there are.
std::optional<FrameBasis> FrameByFrameReader::frame_basis() const {
  const auto* const text = reinterpret_cast<const std::byte*>(index_.text.data());
  if (index_.container != Container::raw || text != text_.file().bytes().data()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < index_.frames.size(); ++i) {
    if (index_.frames[i].is_repaired) return std::nullopt;
  }
  return FrameBasis{0, index_.version};
}

CoordinateSystem FrameByFrameReader::coordinates(const Recording&, FrameIndex frame) const {
  return index_.coordinates[index_.frames[frame.value].coordinates];
}

Result<ResourceData> FrameByFrameReader::read_resource(const Recording&,
                                                       ResourceIndex resource) const {
  const ResourceRow& row = index_.resources[resource.value];
  if (row.bytes.size == 0) {
    return failure({.severity = Severity::error,
                    .code = "resource-missing",
                    .message = "The recording names this resource but does not carry it."});
  }
  FrameText text(index_);
  if (!row.frame.exists()) return resource_content(text.padded(row.bytes));
  // Inside of a frame there is always more text behind it, or padding.
  return resource_content(text.text(row.frame).substr(static_cast<std::size_t>(row.bytes.begin),
                                                      static_cast<std::size_t>(row.bytes.size)));
}

}  // namespace scrubjay::framebyframe
