#include "formats/xrec/write/convert.h"

#include <string_view>
#include <vector>

#include "formats/frame_encoder.h"
#include "formats/xrec/kept.h"
#include "formats/xrec/write/motion_writer.h"
#include "formats/xrec/write/packet_writer.h"

namespace scrubjay::xrec {

namespace {

/// Places of entities repeat far apart: a little more work finds it.
constexpr int kZstdLevel = 9;

struct MovedFrame final : EncodedFrame {
  std::vector<MotionSample> motion;
};

/// Metadata for readers that know nothing of what is kept, with its head.
void add_metadata(const RecordingInfo& info, const CoordinateSystem& coordinates, Bytes head,
                  PropertyTree& out) {
  const std::string_view text = as_text(head);
  out.text(kKeptKey, text, PropertyType::bytes);
  out.text(kCoordinatesKey, out.keep(coordinates.name()));
  for (const auto& [key, value] : info.metadata) {
    if (key == kCoordinatesKey || key.starts_with("scrubjay.")) continue;
    out.text(out.keep(valid_utf8(key)), out.keep(valid_utf8(value)));
  }
}

/// Everything of a frame is kept; beside it stand events of the layout for what moved.
class EventEncoder final : public FrameEncoderOf<MovedFrame>, kept::PacketSink {
 public:
  EventEncoder(const WritePlan& plan, Compression compression, const ByteSink& sink)
      : plan_(plan), writer_(sink, compression, kZstdLevel), motion_(plan) {}

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return plan_.request().coordinates;
  }
  std::optional<KeptPlace> kept_place() override { return KeptPlace{this, plan_.coordinates()}; }
  std::size_t encode(const Frame& frame, MovedFrame& out) const override;
  Result<void> put(FrameIndex frame, MovedFrame& encoded) override;
  Result<void> end(const LostFromKept& lost, WriteReport& report) override;

 private:
  void put(Bytes packet, bool is_in_frame) override;
  void start(Bytes head);
  void flush();

  const WritePlan& plan_;
  PacketWriter writer_;
  BlockBuilder block_;
  MotionWriter motion_;
  std::int64_t number_ = 0;  ///< of the frame written last
  Seconds time_ = 0;
  PropertyTree tree_;  ///< of the event being written
  bool is_good_ = true;
};

std::size_t EventEncoder::encode(const Frame& frame, MovedFrame& out) const {
  out.motion.clear();
  append_motion(frame, plan_, out.motion);
  for (const Entity& entity : frame.entities) {
    if (plan_.has_entity(entity.index)) out.entities.push_back(entity.index);
  }
  out.events = plan_.count_events(frame);
  return out.motion.size() * sizeof(MotionSample);
}

Result<void> EventEncoder::put(FrameIndex frame, MovedFrame& encoded) {
  if (!is_good_) return failure(not_written());
  const Timeline& timeline = plan_.recording().timeline();
  number_ = timeline.number(frame);
  time_ = timeline.time(frame);
  motion_.add(encoded.motion, number_, time_, block_);
  return {};
}

/// A packet of what is kept, as events of one packet of the file. The motion of a group's frames is
/// in a packet of its own in front of the group, so that a seek does not read it.
void EventEncoder::put(Bytes packet, bool /*is_in_frame*/) {
  const kept::PacketKind kind = kept::packet_of(packet)->kind;
  if (kind == kept::PacketKind::head) {
    start(packet);
    return;
  }
  if (kind == kept::PacketKind::group) flush();
  const std::string_view all = as_text(packet);
  for (std::size_t at = 0; at < all.size(); at += kMostPieceBytes) {
    tree_.clear();
    tree_.boolean("More", at + kMostPieceBytes < all.size());
    tree_.text("Data", all.substr(at, kMostPieceBytes), PropertyType::bytes);
    block_.add({kKeptEvent, std::nullopt, number_, time_}, tree_, tree_.since(0));
  }
  if (kind == kept::PacketKind::rows || block_.is_full()) flush();
}

void EventEncoder::start(Bytes head) {
  StartPacket packet{.version = 1};
  packet.frame = number_;
  PropertyTree metadata;
  add_metadata(plan_.recording().info(), plan_.coordinates(), head, metadata);
  is_good_ = writer_.start(packet, metadata, metadata.since(0));
}

void EventEncoder::flush() {
  is_good_ = is_good_ && writer_.events(block_);
  block_.clear();
}

Result<void> EventEncoder::end(const LostFromKept& lost, WriteReport& report) {
  flush();
  const PropertyTree metadata;
  if (!is_good_ || !writer_.end(time_, true, metadata, metadata.since(0))) {
    return failure(not_written());
  }
  add_loss(report, "damaged resources", "names", lost.resources);
  add_loss(report, "comments", "", lost.comments);
  return {};
}

}  // namespace

Result<WriteReport> convert_recording(const WriteRequest& request, Compression compression,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink) {
  const WritePlan plan(request);
  EventEncoder encoder(plan, compression, sink);
  return write_frames(plan, encoder, cancelled);
}

}  // namespace scrubjay::xrec
