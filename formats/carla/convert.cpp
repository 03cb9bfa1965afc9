#include "formats/carla/convert.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/frame_scan.h"
#include "formats/carla/extension.h"
#include "formats/carla/frame_writer.h"
#include "formats/carla/header.h"
#include "formats/carla/write_losses.h"
#include "formats/states/extension_writer.h"

namespace scrubjay::carla {

namespace {

/// A frame on its way from the worker that decodes it. Used again and again, with its storage.
struct Piece {
  ProjectedFrame projected;
  states::ExtensionFrame extension;
  std::uint64_t events = 0;
  LossCounts losses;
  std::vector<Problem> problems;
};

std::string_view metadata_entry(const Recording& recording, std::string_view key) {
  const auto& entries = recording.info().metadata;
  const auto found = std::ranges::find(entries, key, [](const auto& entry) { return entry.first; });
  return found == entries.end() ? std::string_view() : std::string_view(found->second);
}

Problem fatal(std::string code, std::string message) {
  return {.severity = Severity::fatal, .code = std::move(code), .message = std::move(message)};
}

/// Puts packets of our own between CARLA's.
class ExtensionPackets final : public states::PacketSink {
 public:
  explicit ExtensionPackets(Writer& writer) : writer_(writer) {}

  void put(Bytes packet, bool is_in_frame) override {
    body_.resize(kExtensionMagic.size());
    std::ranges::copy(std::as_bytes(std::span(kExtensionMagic)), body_.begin());
    body_.insert(body_.end(), packet.begin(), packet.end());
    if (is_in_frame) {
      writer_.add_raw(kExtensionPacket, body_);
    } else {
      writer_.add_behind(kExtensionPacket, body_);
    }
  }

 private:
  Writer& writer_;
  std::vector<std::byte> body_;
};

class Conversion {
 public:
  Conversion(const WriteRequest& request, const ConvertOptions& options, const ByteSink& sink)
      : request_(request),
        options_(options),
        plan_(request),
        projection_(plan_, options.width),
        writer_(sink, header_of(*request.recording, options)),
        frames_(plan_, writer_),
        packets_(writer_),
        is_seen_(plan_.entities().size()) {
    if (options.has_extension) extension_.emplace(plan_, unreal_coordinates(), packets_);
  }

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  static WriterOptions header_of(const Recording& recording, const ConvertOptions& options);
  std::size_t make(const Frame& frame, Piece& piece) const;
  bool take(FrameIndex frame, Piece& piece);
  double step_to(FrameIndex frame);
  Result<void> finish();
  void count_tables();

  const Recording& recording() const { return plan_.recording(); }

  const WriteRequest& request_;
  ConvertOptions options_;
  states::WritePlan plan_;
  Projection projection_;
  Writer writer_;
  FrameWriter frames_;
  ExtensionPackets packets_;
  std::optional<states::ExtensionWriter> extension_;
  std::vector<bool> is_seen_;
  Seconds last_time_ = 0;
  std::optional<double> last_duration_;  ///< as the frame before was told to last
  bool is_too_large_ = false;
  LossCounts losses_;
  WriteReport report_;
};

WriterOptions Conversion::header_of(const Recording& recording, const ConvertOptions& options) {
  WriterOptions header;
  header.map = metadata_entry(recording, "map").substr(0, 0xFFFF);
  header.date = date_of(metadata_entry(recording, "date"));
  header.width = options.width;
  return header;
}

/// On a worker's thread.
std::size_t Conversion::make(const Frame& frame, Piece& piece) const {
  piece.problems = frame.problems;
  piece.losses.clear();
  piece.events = 0;
  if (recording().reader().coordinates(recording(), frame.index) != frame.coordinates) {
    piece.losses.add(Loss::coordinates);
  }
  projection_.project(frame, piece.projected);
  count_losses(frame, plan_, options_.width, piece.losses);
  if (extension_) states::take_frame(plan_, frame, piece.extension);
  for (const FrameEvent& event : frame.events) {
    if (plan_.has_event(recording().event(event.index))) ++piece.events;
  }
  return piece.extension.flat.bytes() + piece.projected.bytes.size() +
         piece.projected.actors.size() * sizeof(ProjectedActor);
}

/// Seconds since the frame before. What a CARLA recording said of them is taken to the bit where
/// the times in between were rounded to milliseconds.
double Conversion::step_to(FrameIndex frame) {
  constexpr double kRounded = 1.1e-3;
  const double step = recording().timeline().time(frame) - last_time_;
  const bool is_told = last_duration_ && std::abs(*last_duration_ - step) <= kRounded &&
                       *last_duration_ >= 0 && recording().timeline().stream_count() == 1;
  return is_told ? *last_duration_ : step;
}

bool Conversion::take(FrameIndex frame, Piece& piece) {
  const Timeline& timeline = recording().timeline();
  ++report_.frames;
  report_.events += piece.events;
  for (const ProjectedActor& actor : piece.projected.actors) {
    if (!is_seen_[actor.row]) ++report_.entities;
    is_seen_[actor.row] = true;
  }
  for (const Problem& problem : piece.problems) fold_into(report_.problems, problem);
  losses_.add(piece.losses);
  frames_.write(timeline.stream(frame), step_to(frame), piece.projected);
  if (timeline.number(frame) != report_.frames) losses_.add(Loss::frame_number);
  if (writer_.elapsed() != timeline.time(frame)) losses_.add(Loss::time);
  if (timeline.stream_count() > 1) losses_.add(Loss::stream);
  last_time_ = timeline.time(frame);
  last_duration_ = piece.projected.duration;
  is_too_large_ = extension_ && !extension_->add(frame, piece.extension);
  if (request_.progress) {
    request_.progress(frame.value + 1 - plan_.first_frame(),
                      plan_.end_frame() - plan_.first_frame());
  }
  return !is_too_large_ && !writer_.has_failed();
}

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  report_.coordinates = unreal_coordinates();
  const FrameScan scan{.recording = request_.recording,
                       .coordinates = unreal_coordinates(),
                       .first = plan_.first_frame(),
                       .end = plan_.end_frame()};
  scan_frames<Piece>(
      scan, cancelled, [&](const Frame& frame, Piece& piece) { return make(frame, piece); },
      [&](FrameIndex frame, Piece& piece) { return take(frame, piece); });
  if (cancelled.load()) return failure(fatal("cancelled", "The writing was cancelled."));
  if (const auto finished = finish(); !finished) return failure(finished.error());
  count_tables();
  report_.losses = losses_.list([&](Loss loss) { return extension_ && is_in_extension(loss); });
  return std::move(report_);
}

Result<void> Conversion::finish() {
  if (extension_ && !is_too_large_) is_too_large_ = !extension_->end_frames();
  if (is_too_large_) {
    return failure(fatal("too-large", "A frame has more values than can be held at one time."));
  }
  auto written = writer_.finish();
  if (written && extension_) {
    extension_->end();
    written = writer_.finish();
  }
  if (!written) written.error().severity = Severity::fatal;
  return written;
}

void Conversion::count_tables() {
  if (extension_) {
    losses_.add(Loss::resource, extension_->damaged_resources());
    losses_.add(Loss::unwritten_comment, extension_->lost_comments());
  }
  losses_.add(Loss::actor_id, frames_.ids().changed());
  losses_.add(Loss::detached, frames_.detached());
  losses_.add(Loss::name, frames_.renamed());
  for (const auto& [key, value] : recording().info().metadata) {
    if (key != "map" && key != "date") losses_.add(Loss::metadata);
  }
  losses_.add(Loss::comment, recording().comment_count());
  losses_.add(Loss::unwritten_resource, recording().resource_count());
}

}  // namespace

Result<WriteReport> convert_recording(const WriteRequest& request, const ConvertOptions& options,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink) {
  return Conversion(request, options, sink).run(cancelled);
}

}  // namespace scrubjay::carla
