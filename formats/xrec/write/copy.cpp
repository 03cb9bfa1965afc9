#include "formats/xrec/write/copy.h"

#include <algorithm>
#include <optional>

#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/write/packet_writer.h"

namespace scrubjay::xrec {

namespace {

/// A larger block may hold values that a property tree does not keep (TreeBudget).
constexpr std::uint64_t kMostRewrittenBytes = std::uint64_t{4} << 20;

class Copy {
 public:
  Copy(const WriteRequest& request, Compression compression, const ByteSink& sink)
      : request_(request), file_(request.recording->file().bytes()), writer_(sink, compression) {}

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  bool take(const Container::Step& step);
  bool take_end(const Container& container);
  void note_rest(const Container& container);
  bool rewrite(const Container::Step& step);
  bool is_wholly_readable(const EventPacket& packet);
  bool flush();
  WriteReport report() const;

  const WriteRequest& request_;
  Bytes file_;
  PacketWriter writer_;
  BlockBuilder block_;
  EventPacketReader reader_;
  PropertyTree tree_;
  std::uint64_t nrbf_events_ = 0;
  std::uint64_t enum_names_ = 0;
  std::uint64_t losses_ = 0;
  std::uint64_t damaged_packets_ = 0;
  std::uint64_t damaged_ends_ = 0;
  std::uint64_t rest_bytes_ = 0;  ///< behind the last packet
};

/// Enums of NRBF, which name their type.
std::uint64_t enum_names_of(const PropertyTree& tree) {
  std::uint64_t count = 0;
  for (PropertyTree::Node node = 0; node < tree.size(); ++node) {
    const std::string_view name = tree.style_of(tree[node]).type_name;
    const bool is_whole = tree[node].type == PropertyType::integer;
    if (is_whole && !name.empty() && kind_named(name) == Kind::null) ++count;
  }
  return count;
}

/// What was wrong was told by the index pass.
bool Copy::is_wholly_readable(const EventPacket& packet) {
  if (packet.header.events == 0 || packet.header.block_bytes > kMostRewrittenBytes) return false;
  Problems found;
  const bool is_read = visit_events(packet, reader_, found, [](const CapturedEvent&) {});
  return is_read && found.empty();
}

bool Copy::flush() {
  losses_ += block_.losses();
  const bool is_written = writer_.events(block_);
  block_.clear();
  return is_written;
}

bool Copy::rewrite(const Container::Step& step) {
  const bool is_nrbf = step.event->header.encoding == static_cast<std::uint8_t>(Encoding::nrbf);
  Problems told_before;
  if (!reader_.open(*step.event, told_before)) return flush() && writer_.copy(file_, step.packet);
  CapturedEvent event;
  while (reader_.next(event, told_before)) {
    tree_.clear();
    const PropertyRange fields = reader_.properties(event.place, tree_);
    std::optional<std::string_view> assembly;
    if (!event.assembly.empty()) assembly = event.assembly;
    if (block_.add({event.type_name, assembly, event.frame, event.rtss}, tree_, fields)) {
      nrbf_events_ += is_nrbf ? 1 : 0;
      enum_names_ += is_nrbf ? enum_names_of(tree_) : 0;
    } else {
      ++losses_;
    }
    if (block_.is_full() && !flush()) return false;
  }
  return true;
}

bool Copy::take(const Container::Step& step) {
  const bool is_event = step.packet.is(PacketType::event);
  const bool is_nrbf =
      step.event && step.event->header.encoding == static_cast<std::uint8_t>(Encoding::nrbf);
  if (is_event && !step.event && !step.packet.checksum_fits()) {
    ++damaged_packets_;
    return true;
  }
  if (is_event && step.event && (is_nrbf || is_wholly_readable(*step.event))) return rewrite(step);
  return flush() && writer_.copy(file_, step.packet);
}

/// One that cannot be read says nothing: without it the recording stays not finished, as it was.
bool Copy::take_end(const Container& container) {
  const auto& end = container.end();
  if (!end) {
    ++damaged_ends_;
    return flush();
  }
  const Metadata& metadata = container.end_metadata();
  return flush() &&
         writer_.end(end->rtss, end->finished_without_errors(), metadata.tree, metadata.entries());
}

void Copy::note_rest(const Container& container) {
  rest_bytes_ = file_.size() - std::min<std::uint64_t>(container.offset(), file_.size());
}

Result<WriteReport> Copy::run(const std::atomic<bool>& cancelled) {
  Problems told_before;
  auto container = Container::open(file_, told_before);
  // Only a file that was changed since it was opened fails here.
  if (!container) return failure(container.error());
  const Metadata& metadata = container->start_metadata();
  bool is_good = writer_.start(container->start(), metadata.tree, metadata.entries());
  while (is_good && !cancelled.load()) {
    const auto step = container->next(told_before);
    if (!step) break;
    told_before.take();
    is_good = step->packet.is(PacketType::end) ? take_end(*container) : take(*step);
    if (request_.progress) request_.progress(container->offset(), file_.size());
  }
  if (cancelled.load()) return failure(writing_cancelled());
  if (!is_good || !flush()) return failure(not_written());
  note_rest(*container);
  return report();
}

WriteReport Copy::report() const {
  const Recording& recording = *request_.recording;
  WriteReport report{.frames = recording.frame_count(),
                     .entities = recording.entity_count(),
                     .events = recording.event_count(),
                     .coordinates = recording.info().coordinates,
                     .losses = {},
                     .problems = {}};
  add_loss(report, "NRBF events", "self-describing events, shared objects as texts \"same as ...\"",
           nrbf_events_);
  add_loss(report, "names of the types of enums", "enum", enum_names_);
  add_loss(report, "values that nest too deep", "texts", losses_);
  add_loss(report, "event packets whose checksum differs", "", damaged_packets_);
  add_loss(report, "end packets that cannot be read", "", damaged_ends_);
  add_loss(report, "bytes behind the last whole packet", "", rest_bytes_);
  return report;
}

}  // namespace

Result<WriteReport> copy_recording(const WriteRequest& request, Compression compression,
                                   const std::atomic<bool>& cancelled, const ByteSink& sink) {
  return Copy(request, compression, sink).run(cancelled);
}

}  // namespace scrubjay::xrec
