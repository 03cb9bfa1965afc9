#include "formats/framebyframe/read/kept_file.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/framebyframe/read/file_details.h"
#include "formats/framebyframe/read/frame_skim.h"
#include "formats/framebyframe/read/text_file.h"
#include "formats/kept/json_packets.h"

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

class File final : public kept::KeptFile {
 public:
  explicit File(std::shared_ptr<InputFile> file) : text_(std::move(file)) {}

  std::unique_ptr<kept::PacketSource> packets() const override {
    return kept::json_packets(text_.text());
  }
  bool save_index(IndexWriter& out) const override { return text_.save(out); }
  bool load_index(IndexReader& in) override { return text_.load(in); }

  void index(RecordingBuilder& builder, kept::Indexer& indexer) override {
    const auto found = text_.scan(builder);
    if (!found) return;
    const std::vector<ScannedFrame>& frames = found->scan.frames;
    // Frames are written in the order of the recording: row and place are the same.
    indexer.set_frame_bytes([&](std::uint32_t row, ByteRange packet) {
      return row < frames.size() ? frames[row].bytes : packet;
    });
    FileDetails details;
    details.repairs = found->report.repairs;
    const auto left = static_cast<double>(text_.file().size() - found->progress);
    for (std::size_t i = 0; i < frames.size() && !builder.cancelled(); ++i) {
      kept::JsonPacketWalker walker(text_.text(), frames[i].bytes);
      while (walker.next()) {
        const auto packet = walker.packet();
        if (packet && packet->kind == kept::PacketKind::comment) ++details.comments;
        indexer.take(packet, walker.place());
      }
      const double share = static_cast<double>(i + 1) / static_cast<double>(frames.size());
      builder.progress(found->progress + static_cast<std::uint64_t>(share * left));
    }
    using End = kept::Indexer::End;
    indexer.finish(found->report.is_complete ? End::whole : End::cut, text_.text().size());
    details.resources = indexer.resources();
    FileIndex index;
    index.text = text_.text();
    index.container = found->scan.container.value_or(Container::raw);
    index.version = found->scan.version.value_or(1);
    look_at_clients(index, found->scan, details);
    tell_details(index, details, builder);
  }

 private:
  TextFile text_;
};

}  // namespace

std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file) {
  return std::make_unique<File>(std::move(file));
}

}  // namespace scrubjay::framebyframe
