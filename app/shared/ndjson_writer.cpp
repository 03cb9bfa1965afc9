#include "app/shared/ndjson_writer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/shared/recording_json.h"
#include "formats/frame_encoder.h"

namespace scrubjay {

namespace {

/// Lines of this size are rare: their storage is given back instead of kept for the next ones.
constexpr std::size_t kKeptLineBytes = std::size_t{1} << 20;

struct Line final : EncodedFrame {
  std::string text;
};

class NdjsonEncoder final : public FrameEncoderOf<Line> {
 public:
  NdjsonEncoder(const WriteRequest& request, const ByteSink& sink)
      : request_(request), sink_(sink) {
    if (request.entities) filter_.emplace(*request.entities);
  }

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return request_.coordinates;
  }
  std::size_t encode(const Frame& frame, Line& line) const override;
  Result<void> put(FrameIndex /*frame*/, Line& line) override {
    if (!sink_(std::as_bytes(std::span(line.text)))) return failure(not_written());
    return {};
  }
  Result<void> end(const LostFromKept& /*lost*/, WriteReport& report) override {
    add_lost_tables(*request_.recording, report);
    return {};
  }

 private:
  bool has(EntityIndex entity) const { return !filter_ || filter_->passes(entity); }

  const WriteRequest& request_;
  const ByteSink& sink_;
  std::optional<EntityFilter> filter_;
};

std::size_t NdjsonEncoder::encode(const Frame& frame, Line& line) const {
  const Recording& recording = *request_.recording;
  if (line.text.capacity() > kKeptLineBytes) line.text = std::string();
  line.text.clear();
  JsonWriter json(line.text);
  write_frame(json, recording, frame, filter_ ? &*filter_ : nullptr);
  line.text += '\n';
  for (const Entity& entity : frame.entities) {
    if (has(entity.index)) line.entities.push_back(entity.index);
  }
  line.events =
      static_cast<std::uint64_t>(std::ranges::count_if(frame.events, [&](const FrameEvent& event) {
        return has(recording.event(event.index).entity);
      }));
  return line.text.size();
}

Result<WriteReport> write_ndjson(const WriteRequest& request, const std::atomic<bool>& cancelled,
                                 const ByteSink& sink) {
  NdjsonEncoder encoder(request, sink);
  return write_frames(WritePlan(request), encoder, cancelled);
}

// "ndjson" itself is what flecs documents are called.
constexpr std::array<std::string_view, 1> kNdjsonExtensions{"frames.ndjson"};

}  // namespace

void add_lost_tables(const Recording& recording, WriteReport& report) {
  add_loss(report, "metadata of the recording", "", recording.info().metadata.size());
  add_loss(report, "comments", "", recording.comment_count());
  add_loss(report, "resources", "", recording.resource_count());
}

constinit const FormatWriter kNdjsonWriter{.name = "ndjson",
                                           .title = "Scrubjay's JSON lines, one a frame",
                                           .extensions = kNdjsonExtensions,
                                           .write_checked = write_ndjson};

}  // namespace scrubjay
