#include "formats/carla/read/kept_file.h"

#include <algorithm>
#include <vector>

#include "formats/carla/kept.h"
#include "formats/carla/read/file_index.h"
#include "formats/carla/read/layout.h"

namespace scrubjay::carla {

namespace {

constexpr std::uint64_t kReportBytes = 1 << 20;

class Packets final : public kept::PacketSource {
 public:
  explicit Packets(Bytes file) : file_(file), walker_(file, 0, file.size()) {}

  std::optional<kept::Packet> at(const kept::PacketPlace& place) override {
    walker_ = PacketWalker(file_, place.bytes.begin, file_.size());
    return next();
  }
  std::optional<kept::Packet> next() override {
    const auto packet = walker_.next();
    return packet ? kept_packet(*packet) : std::nullopt;
  }

 private:
  Bytes file_;
  PacketWalker walker_;
};

/// Where CARLA's frames are that are not indexed yet.
class FrameStarts {
 public:
  void add(std::uint64_t offset) { starts_.push_back(offset); }
  void forget(std::uint32_t end) {
    const std::size_t done = std::min<std::size_t>(end > first_ ? end - first_ : 0, starts_.size());
    starts_.erase(starts_.begin(), starts_.begin() + static_cast<std::ptrdiff_t>(done));
    first_ += done;
  }
  /// CARLA's packets of the frame. Of the one that has the rows as far as they.
  ByteRange bytes_of(std::uint32_t frame, ByteRange rows) const {
    if (frame < first_ || frame - first_ >= starts_.size()) return rows;
    const std::size_t at = frame - first_;
    const std::uint64_t end = at + 1 < starts_.size() ? starts_[at + 1] : rows.begin + rows.size;
    return {starts_[at], end - starts_[at]};
  }

 private:
  std::vector<std::uint64_t> starts_;  ///< by frames, from first_ on
  std::size_t first_ = 0;
};

class File final : public kept::KeptFile {
 public:
  File(std::shared_ptr<InputFile> file, const HeaderRead& header)
      : file_(std::move(file)),
        first_packet_(header.bytes),
        header_version_(header.header.version) {}

  std::unique_ptr<kept::PacketSource> packets() const override {
    return std::make_unique<Packets>(file_->bytes());
  }

  void index(RecordingBuilder& builder, kept::Indexer& indexer) override {
    PacketWalker walker(file_->bytes(), first_packet_, file_->size());
    FrameStarts starts;
    indexer.set_frame_bytes(
        [&](std::uint32_t frame, ByteRange rows) { return starts.bytes_of(frame, rows); });
    PacketCounts counts{};
    bool is_wide = false;
    std::uint64_t next_report = 0;
    while (const auto packet = walker.next()) {
      ++counts[packet->id];
      if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_start)) {
        starts.add(packet->offset);
      }
      if (width_by_size(*packet) == VectorWidth::float64) is_wide = true;
      if (const auto kept = kept_packet(*packet)) {
        indexer.take(kept, {{packet->offset, packet->end() - packet->offset}});
        starts.forget(indexer.frames());
      }
      if (walker.offset() < next_report) continue;
      builder.progress(walker.offset());
      next_report = walker.offset() + kReportBytes;
      if (builder.cancelled()) break;
    }
    using End = kept::Indexer::End;
    indexer.finish(walker.is_cut() ? End::cut : End::whole, walker.offset());
    set_details(builder, counts, is_wide);
  }

 private:
  void set_details(RecordingBuilder& builder, const PacketCounts& counts, bool is_wide) const {
    PropertyTree details;
    add_packet_counts(details, counts);
    details.integer("header_version", header_version_);
    details.text("vector", is_wide ? "float64" : "float32");
    details.text("producer_guess", "Scrubjay");
    builder.set_details(details);
  }

  std::shared_ptr<InputFile> file_;
  std::uint64_t first_packet_;
  std::uint16_t header_version_;
};

}  // namespace

std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file,
                                          const HeaderRead& header) {
  return std::make_unique<File>(std::move(file), header);
}

}  // namespace scrubjay::carla
