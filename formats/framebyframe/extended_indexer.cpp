#include "formats/framebyframe/extended_indexer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/framebyframe/file_details.h"
#include "formats/framebyframe/frame_skim.h"
#include "formats/states/json_packets.h"

namespace scrubjay::framebyframe {

namespace {

void add_once(std::vector<std::string>& texts, std::string_view text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.emplace_back(text);
}

/// What the first frame of each client says.
void look_at_clients(const FileIndex& index, const DocumentScan& scan, FileDetails& details) {
  FrameSkimmer skimmer(index);
  SkimmedFrame skimmed;
  std::unordered_set<std::int64_t> known;
  for (const ScannedFrame& frame : scan.frames) {
    if (!known.insert(frame.client).second) continue;
    skimmed.clear();
    skimmer.skim(frame, false, skimmed);
    details.clients.emplace_back(std::to_string(frame.client), skimmed.head.tag);
    if (skimmed.head.has_scene) add_once(details.scenes, skimmed.head.scene);
    for (const std::string_view layer : skimmed.layers) add_once(details.layers, layer);
  }
}

}  // namespace

void index_extension(const FileIndex& index, DocumentScan scan, const TextReport& report,
                     ByteRange progress, states::ExtensionIndex& extension,
                     RecordingBuilder& builder) {
  // Frames are written in the order of the recording: row and place are the same.
  const auto frame_bytes = [&](std::uint32_t row, ByteRange packet) {
    return row < scan.frames.size() ? scan.frames[row].bytes : packet;
  };
  states::ExtensionIndexer indexer(extension, builder, frame_bytes);
  FileDetails details{.scenes = {},
                      .layers = {},
                      .clients = {},
                      .resources = 0,
                      .comments = 0,
                      .repairs = report.repairs,
                      .start_time = {}};
  for (std::size_t i = 0; i < scan.frames.size() && !builder.cancelled(); ++i) {
    states::JsonPacketWalker walker(index.text, scan.frames[i].bytes);
    while (walker.next()) {
      const auto packet = walker.packet();
      if (packet && packet->kind == states::ExtensionKind::comment) ++details.comments;
      indexer.take(packet, walker.place());
    }
    const double share = static_cast<double>(i + 1) / static_cast<double>(scan.frames.size());
    builder.progress(progress.begin +
                     static_cast<std::uint64_t>(share * static_cast<double>(progress.size)));
  }
  indexer.finish(!report.is_complete, index.text.size(), "Frame by Frame recording");
  details.resources = extension.resources.size();
  look_at_clients(index, scan, details);
  tell_details(index, details, builder);
}

}  // namespace scrubjay::framebyframe
