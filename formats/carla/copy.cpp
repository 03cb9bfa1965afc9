#include "formats/carla/copy.h"

#include <algorithm>

#include "formats/carla/copy_part.h"
#include "formats/carla/header.h"
#include "formats/carla/reader.h"

namespace scrubjay::carla {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

const CarlaReader* reader_of(const WriteRequest& request) {
  return dynamic_cast<const CarlaReader*>(&request.recording->reader());
}

bool is_whole(const WriteRequest& request) {
  return !request.from && !request.to && !request.entities;
}

Problem stopped(const std::atomic<bool>& cancelled) {
  const bool by_user = cancelled.load();
  return {.severity = Severity::fatal,
          .code = by_user ? "cancelled" : "not-written",
          .message = by_user ? "The writing was cancelled."
                             : "The recording could not be written to its end."};
}

Result<WriteReport> copy_whole(const WriteRequest& request, const std::atomic<bool>& cancelled,
                               const ByteSink& sink) {
  const Recording& recording = *request.recording;
  const Bytes bytes = reader_of(request)->bytes();
  for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes) {
    const Bytes piece = bytes.subspan(at, std::min(kPieceBytes, bytes.size() - at));
    if (cancelled.load() || !sink(piece)) return failure(stopped(cancelled));
    if (request.progress) request.progress(at + piece.size(), bytes.size());
  }
  WriteReport report;
  report.frames = recording.frame_count();
  report.entities = recording.entity_count();
  report.events = recording.event_count();
  report.coordinates = unreal_coordinates();
  return report;
}

Result<WriteReport> copy_part(const WriteRequest& request, const std::atomic<bool>& cancelled,
                              const ByteSink& sink) {
  PartCopy copy(request, *reader_of(request));
  if (!sink(copy.header())) return failure(stopped(cancelled));
  for (std::size_t frame = copy.first_frame(); frame < copy.end_frame(); ++frame) {
    if (cancelled.load() || !sink(copy.frame(FrameIndex(frame)))) {
      return failure(stopped(cancelled));
    }
    if (request.progress) {
      request.progress(frame + 1 - copy.first_frame(), copy.end_frame() - copy.first_frame());
    }
  }
  return copy.report();
}

}  // namespace

bool can_copy(const WriteRequest& request) {
  const CarlaReader* reader = reader_of(request);
  return reader != nullptr && (is_whole(request) || !reader->is_extended());
}

Result<WriteReport> copy_recording(const WriteRequest& request, const std::atomic<bool>& cancelled,
                                   const ByteSink& sink) {
  return is_whole(request) ? copy_whole(request, cancelled, sink)
                           : copy_part(request, cancelled, sink);
}

}  // namespace scrubjay::carla
