#include "formats/carla/write/convert.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/carla/write/frame_writer.h"
#include "formats/carla/write/losses.h"
#include "formats/frame_encoder.h"

namespace scrubjay::carla {

namespace {

struct ConvertedFrame final : EncodedFrame {
  ProjectedFrame projected;
  LossCounts losses;
};

std::string_view metadata_entry(const Recording& recording, std::string_view key) {
  const auto& entries = recording.info().metadata;
  const auto found = std::ranges::find(entries, key, [](const auto& entry) { return entry.first; });
  return found == entries.end() ? std::string_view() : std::string_view(found->second);
}

/// Puts packets of what is kept between CARLA's.
class KeptPackets final : public kept::PacketSink {
 public:
  explicit KeptPackets(Writer& writer) : writer_(writer) {}

  void put(Bytes packet, bool is_in_frame) override {
    body_.resize(kKeptMagic.size());
    std::ranges::copy(std::as_bytes(std::span(kKeptMagic)), body_.begin());
    body_.insert(body_.end(), packet.begin(), packet.end());
    if (is_in_frame) {
      writer_.add_raw(kKeptPacket, body_);
    } else {
      writer_.add_behind(kKeptPacket, body_);
    }
  }

 private:
  Writer& writer_;
  std::vector<std::byte> body_;
};

WriterOptions header_of(const Recording& recording, const ConvertOptions& options) {
  WriterOptions header;
  header.map = metadata_entry(recording, "map").substr(0, 0xFFFF);
  header.date = date_of(metadata_entry(recording, "date"));
  header.width = options.width;
  return header;
}

class PacketEncoder final : public FrameEncoderOf<ConvertedFrame> {
 public:
  PacketEncoder(const WritePlan& plan, const ConvertOptions& options, const ByteSink& sink)
      : plan_(plan),
        options_(options),
        projection_(plan_, options.width),
        writer_(sink, header_of(plan.recording(), options)),
        frames_(plan_, writer_),
        packets_(writer_) {}

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return unreal_coordinates();
  }
  std::optional<KeptPlace> kept_place() override {
    if (!options_.is_kept) return std::nullopt;
    return KeptPlace{&packets_, unreal_coordinates()};
  }
  std::size_t encode(const Frame& frame, ConvertedFrame& out) const override;
  Result<void> put(FrameIndex frame, ConvertedFrame& encoded) override;
  Result<void> end_frames() override { return writer_.finish(); }
  Result<void> end(const LostFromKept& lost, WriteReport& report) override;

 private:
  double step_to(FrameIndex frame) const;

  const Recording& recording() const { return plan_.recording(); }

  const WritePlan& plan_;
  ConvertOptions options_;
  Projection projection_;
  Writer writer_;
  FrameWriter frames_;
  KeptPackets packets_;
  Seconds last_time_ = 0;
  std::optional<double> last_duration_;  ///< as the frame before was said to last
  LossCounts losses_;
};

std::size_t PacketEncoder::encode(const Frame& frame, ConvertedFrame& out) const {
  out.losses.clear();
  if (recording().reader().coordinates(recording(), frame.index) != frame.coordinates) {
    out.losses.add(Loss::coordinates);
  }
  projection_.project(frame, out.projected);
  count_losses(frame, plan_, options_.width, out.losses);
  for (const ProjectedActor& actor : out.projected.actors) {
    out.entities.push_back(plan_.entities()[actor.row]);
  }
  out.events = plan_.count_events(frame);
  return out.projected.bytes.size() + out.projected.actors.size() * sizeof(ProjectedActor);
}

/// Seconds since the frame before. What a CARLA recording said of them is taken to the bit where
/// the times in between were rounded to milliseconds.
double PacketEncoder::step_to(FrameIndex frame) const {
  constexpr double kRounded = 1.1e-3;
  const double step = recording().timeline().time(frame) - last_time_;
  const bool is_known = last_duration_ && std::abs(*last_duration_ - step) <= kRounded &&
                        *last_duration_ >= 0 && recording().timeline().stream_count() == 1;
  return is_known ? *last_duration_ : step;
}

Result<void> PacketEncoder::put(FrameIndex frame, ConvertedFrame& encoded) {
  const Timeline& timeline = recording().timeline();
  losses_.add(encoded.losses);
  frames_.write(timeline.stream(frame), step_to(frame), encoded.projected);
  if (timeline.number(frame) != static_cast<std::int64_t>(writer_.frame_id()))
    losses_.add(Loss::frame_number);
  if (writer_.elapsed() != timeline.time(frame)) losses_.add(Loss::time);
  if (timeline.stream_count() > 1) losses_.add(Loss::stream);
  last_time_ = timeline.time(frame);
  last_duration_ = encoded.projected.duration;
  return writer_.status();
}

Result<void> PacketEncoder::end(const LostFromKept& lost, WriteReport& report) {
  losses_.add(Loss::resource, lost.resources);
  losses_.add(Loss::unwritten_comment, lost.comments);
  losses_.add(Loss::actor_id, frames_.ids().changed());
  losses_.add(Loss::detached, frames_.detached());
  losses_.add(Loss::name, frames_.renamed());
  for (const auto& [key, value] : recording().info().metadata) {
    if (key != "map" && key != "date") losses_.add(Loss::metadata);
  }
  losses_.add(Loss::comment, recording().comment_count());
  losses_.add(Loss::unwritten_resource, recording().resource_count());
  report.losses = losses_.list(
      [&](Loss loss, WriteLoss& told) { told.is_kept = options_.is_kept && is_kept(loss); });
  // Else the times are those of what is kept.
  if (!options_.is_kept && plan_.first_frame() < plan_.end_frame()) {
    report.moved_by = -recording().timeline().time(FrameIndex(plan_.first_frame()));
  }
  return writer_.finish();
}

}  // namespace

Result<WriteReport> convert_recording(const WriteRequest& request, const ConvertOptions& options,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink) {
  const WritePlan plan(request);
  PacketEncoder encoder(plan, options, sink);
  return write_frames(plan, encoder, cancelled);
}

}  // namespace scrubjay::carla
