#include "formats/carla/extended_indexer.h"

#include <algorithm>

#include "formats/carla/layout.h"

namespace scrubjay::carla {

namespace {

constexpr std::uint64_t kProgressBytes = 1 << 20;

}  // namespace

ExtendedIndexer::ExtendedIndexer(Bytes file, std::uint64_t from, std::uint16_t header_version,
                                 states::ExtensionIndex& index, RecordingBuilder& builder)
    : builder_(builder),
      walker_(file, from, file.size()),
      header_version_(header_version),
      indexer_(index, builder, [this](std::uint32_t row, ByteRange tables) {
        return bytes_of_frame(row, tables);
      }) {}

void ExtendedIndexer::run() {
  std::uint64_t next_report = 0;
  while (const auto packet = walker_.next()) {
    take(*packet);
    if (walker_.offset() < next_report) continue;
    builder_.progress(walker_.offset());
    next_report = walker_.offset() + kProgressBytes;
    if (builder_.cancelled()) break;
  }
  indexer_.finish(walker_.is_cut(), walker_.offset(), "CARLA recorder file");
  write_details();
}

void ExtendedIndexer::take(const Packet& packet) {
  ++packet_counts_[packet.id];
  if (packet.id == static_cast<std::uint8_t>(PacketKind::frame_start)) {
    frame_starts_.push_back(packet.offset);
  }
  if (width_by_size(packet) == VectorWidth::float64) is_wide_ = true;
  const auto own = extension_packet(packet);
  if (!own) return;
  indexer_.take(own, {packet.offset, packet.end() - packet.offset});
  forget_frames(indexer_.frames());
}

void ExtendedIndexer::forget_frames(std::uint32_t end) {
  const std::size_t done =
      std::min<std::size_t>(end > first_start_ ? end - first_start_ : 0, frame_starts_.size());
  frame_starts_.erase(frame_starts_.begin(),
                      frame_starts_.begin() + static_cast<std::ptrdiff_t>(done));
  first_start_ += done;
}

/// CARLA's packets of the frame. Of the one that has the tables as far as they.
ByteRange ExtendedIndexer::bytes_of_frame(std::uint32_t row, ByteRange tables) const {
  if (row < first_start_ || row - first_start_ >= frame_starts_.size()) return tables;
  const std::size_t at = row - first_start_;
  const std::uint64_t end =
      at + 1 < frame_starts_.size() ? frame_starts_[at + 1] : tables.begin + tables.size;
  return {frame_starts_[at], end - frame_starts_[at]};
}

void ExtendedIndexer::write_details() {
  PropertyTree details;
  add_packet_counts(details, packet_counts_);
  details.integer("header_version", header_version_);
  details.text("vector", is_wide_ ? "float64" : "float32");
  details.text("producer_guess", "Scrubjay");
  builder_.set_details(details);
}

namespace {

class PacketGroups final : public states::GroupSource {
 public:
  explicit PacketGroups(Bytes file) : file_(file) {}

  std::optional<const char*> read(const states::Index::Group& group,
                                  std::vector<std::byte>& out) override {
    PacketWalker walker(file_, group.place, file_.size());
    const auto packet = walker.next();
    return states::read_states(packet ? extension_packet(*packet) : std::nullopt, unpacker_, out);
  }

  Problem problem(std::uint64_t place, std::string message) const override {
    return states::extension_damage(place, std::move(message));
  }

  std::string_view help() const override { return states::kExtensionHelp; }

 private:
  Bytes file_;
  states::Unpacker unpacker_;
};

}  // namespace

std::unique_ptr<states::GroupSource> extension_groups(Bytes file) {
  return std::make_unique<PacketGroups>(file);
}

Result<ResourceData> read_packed_resource(Bytes file, std::uint64_t place) {
  PacketWalker walker(file, place, file.size());
  const auto next = [&] {
    const auto packet = walker.next();
    return packet ? extension_packet(*packet) : std::nullopt;
  };
  return states::read_extension_resource(next(), next);
}

}  // namespace scrubjay::carla
