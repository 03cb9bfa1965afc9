#include "formats/flecs/read/kept_file.h"

#include "formats/compression/file_text.h"
#include "formats/flecs/read/documents.h"
#include "formats/flecs/read/file_details.h"
#include "formats/flecs/read/gzip.h"
#include "formats/kept/json_packets.h"

namespace scrubjay::flecs {

namespace {

class File final : public kept::KeptFile {
 public:
  explicit File(std::shared_ptr<InputFile> file) : text_(std::move(file)) {}

  std::unique_ptr<kept::PacketSource> packets() const override {
    return kept::json_packets(text_.text());
  }
  bool save_index(IndexWriter& out) const override { return text_.save(out); }
  bool load_index(IndexReader& in) override {
    return text_.load(form_of(text_.file().bytes()), in);
  }

  void index(RecordingBuilder& builder, kept::Indexer& indexer) override {
    if (!text_.find(form_of(text_.file().bytes()), builder)) return;
    const std::string_view text = text_.text();
    const FoundDocuments found = find_documents(text, {.keep_going = [&](std::uint64_t at) {
                                                  builder.progress(at);
                                                  return !builder.cancelled();
                                                }});
    // A document may hold several frames: those of one time.
    ByteRange document;
    indexer.set_frame_bytes([&](std::uint32_t, ByteRange) { return document; });
    FileDetails details;
    for (std::size_t i = 0; i < found.documents.size() && !builder.cancelled(); ++i) {
      document = found.documents[i].bytes;
      ++details.documents;
      ++details.kinds[static_cast<std::size_t>(found.documents[i].head.kind)];
      kept::JsonPacketWalker walker(text, document);
      while (walker.next()) indexer.take(walker.packet(), walker.place());
    }
    using End = kept::Indexer::End;
    indexer.finish(found.is_cut ? End::cut : End::whole, text.size());
    tell_details(details, builder);
  }

 private:
  compression::FileText text_;
};

}  // namespace

std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file) {
  return std::make_unique<File>(std::move(file));
}

}  // namespace scrubjay::flecs
