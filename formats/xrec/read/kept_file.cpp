#include "formats/xrec/read/kept_file.h"

#include <array>
#include <string>
#include <vector>

#include "formats/xrec/kept.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/read/recording_details.h"

namespace scrubjay::xrec {

namespace {

/// Joins the pieces of a packet.
class KeptBytes {
 public:
  enum class State : std::uint8_t { more, whole, damaged };

  /// Takes an event of kKeptEvent in the packet that `reader` has open.
  State add(EventPacketReader& reader, const CapturedEvent& event) {
    static constexpr std::array kKinds{Kind::boolean, Kind::bytes};
    const auto fields = reader.raw_fields(event.place, kKinds);
    if (!has_more_) bytes_.clear();
    if (!fields) return State::damaged;
    has_more_ = fields->front() != std::byte{0};
    const Bytes piece = fields->subspan(1 + sizeof(std::uint32_t));
    bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    return has_more_ ? State::more : State::whole;
  }
  bool has_more() const { return has_more_; }
  /// Stays until the next packet's first piece.
  std::optional<kept::Packet> packet() const { return kept::packet_of(bytes_); }
  void clear() { has_more_ = false; }

 private:
  std::vector<std::byte> bytes_;
  bool has_more_ = false;
};

class Packets final : public kept::PacketSource {
 public:
  explicit Packets(Bytes file) : file_(file), walker_(file) {}

  std::optional<kept::Packet> at(const kept::PacketPlace& place) override {
    walker_ = PacketWalker(file_, place.bytes.begin);
    is_open_ = false;
    CapturedEvent event;
    while (next_event(event)) {
      if (event.place == place.part) return packet_from(event);
      if (event.place > place.part) break;
    }
    return std::nullopt;
  }
  std::optional<kept::Packet> next() override {
    CapturedEvent event;
    if (!next_event(event)) return std::nullopt;
    return packet_from(event);
  }
  /// Whether whole frames of what is kept follow, or its end.
  bool has_frames() {
    CapturedEvent event;
    while (next_event(event, true)) {
      if (event.type_name != kKeptEvent) continue;
      const auto packet = packet_from(event);
      if (packet && packet->kind != kept::PacketKind::group) return true;
    }
    return false;
  }

 private:
  std::optional<kept::Packet> packet_from(CapturedEvent& event) {
    bytes_.clear();
    do {
      if (event.type_name != kKeptEvent) return std::nullopt;
      const KeptBytes::State state = bytes_.add(reader_, event);
      if (state == KeptBytes::State::whole) return bytes_.packet();
      if (state == KeptBytes::State::damaged) return std::nullopt;
    } while (next_event(event));
    return std::nullopt;
  }
  /// Of this packet of the file or of the next one; false where that has none, unless those are
  /// passed over.
  bool next_event(CapturedEvent& event, bool passes_others = false) {
    Problems reported_before;
    while (true) {
      if (is_open_ && reader_.next(event, reported_before)) return true;
      const auto packet = walker_.next();
      if (!packet || packet->is(PacketType::end)) return false;
      const auto events = event_packet_at(file_, packet->offset);
      is_open_ = events && reader_.open(*events, reported_before);
      if (!is_open_ && !passes_others) return false;
    }
  }

  Bytes file_;
  PacketWalker walker_;
  EventPacketReader reader_;
  bool is_open_ = false;
  KeptBytes bytes_;
};

/// The index pass.
class Pass {
 public:
  Pass(RecordingBuilder& builder, kept::Indexer& indexer) : builder_(builder), indexer_(indexer) {}

  void run(Container container, Problems problems);

 private:
  void report(Problems& problems);
  void take(const Container::Step& step, Problems& problems);
  void take_kept(const CapturedEvent& event);
  void finish(const Container& container);

  RecordingBuilder& builder_;
  kept::Indexer& indexer_;
  EventPacketReader reader_;
  PacketCounts counts_;
  std::uint64_t found_ = 0;  ///< events, bad ones included
  KeptBytes bytes_;
  kept::PacketPlace place_;  ///< of bytes_
  ByteRange packet_;         ///< of the file, being read
};

void Pass::run(Container container, Problems problems) {
  report(problems);
  while (!builder_.cancelled()) {
    const auto step = container.next(problems);
    if (!step) break;
    take(*step, problems);
    report(problems);
    builder_.progress(container.offset());
  }
  if (!builder_.cancelled()) container.check_counts(found_, problems);
  report(problems);
  finish(container);
}

void Pass::report(Problems& problems) {
  for (Problem& problem : problems.take()) builder_.add_problem(std::move(problem));
}

void Pass::take(const Container::Step& step, Problems& problems) {
  if (step.packet.is(PacketType::event)) ++counts_.event_packets;
  if (!step.event) return;
  packet_ = {step.packet.offset, step.packet.end() - step.packet.offset};
  visit_events(*step.event, reader_, problems, [&](const CapturedEvent& event) {
    ++counts_.captured;
    const auto known = counts_.by_type.find(event.type_name);
    ++(known != counts_.by_type.end() ? known->second
                                      : counts_.by_type[std::string(event.type_name)]);
    // What other events say is in what is kept, too.
    if (event.type_name == kKeptEvent) take_kept(event);
  });
  found_ += reader_.events_found();
  // All pieces of a packet are in one packet of the file.
  if (!bytes_.has_more()) return;
  bytes_.clear();
  indexer_.take(std::nullopt, place_);
}

void Pass::take_kept(const CapturedEvent& event) {
  if (!bytes_.has_more()) place_ = {packet_, event.place};
  switch (bytes_.add(reader_, event)) {
    case KeptBytes::State::more: return;
    case KeptBytes::State::whole: indexer_.take(bytes_.packet(), place_); return;
    case KeptBytes::State::damaged: break;
  }
  bytes_.clear();
  indexer_.take(std::nullopt, place_);
}

void Pass::finish(const Container& container) {
  PropertyTree details;
  add_container_details(container, counts_, details);
  add_end_metadata(container, details);
  builder_.set_details(details);
  using End = kept::Indexer::End;
  indexer_.finish(container.is_complete() ? End::whole : End::reported_cut, container.offset());
}

class File final : public kept::KeptFile {
 public:
  explicit File(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  std::unique_ptr<kept::PacketSource> packets() const override {
    return std::make_unique<Packets>(file_->bytes());
  }
  std::string_view help() const override { return {}; }

  void index(RecordingBuilder& builder, kept::Indexer& indexer) override {
    Problems problems;
    auto container = Container::open(file_->bytes(), problems);
    // Only a file that was changed since it was opened fails here.
    if (container) {
      Pass(builder, indexer).run(std::move(*container), std::move(problems));
    } else {
      builder.add_problem(container.error());
    }
  }

 private:
  std::shared_ptr<InputFile> file_;
};

}  // namespace

std::optional<kept::Head> kept_head(Bytes file, const Metadata& metadata) {
  const auto node = find_path(metadata.tree, metadata.entries(), kKeptKey);
  if (!node || metadata.tree[*node].type != PropertyType::bytes) return std::nullopt;
  const std::string_view bytes = metadata.tree[*node].text_value();
  auto head = kept::read_head(kept::packet_of(std::as_bytes(std::span(bytes))));
  return head && Packets(file).has_frames() ? head : std::nullopt;
}

std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file) {
  return std::make_unique<File>(std::move(file));
}

}  // namespace scrubjay::xrec
