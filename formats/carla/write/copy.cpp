#include "formats/carla/write/copy.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/read/reader.h"
#include "formats/carla/records.h"
#include "formats/carla/write/copy_part.h"
#include "formats/carla/write/record_bytes.h"

namespace scrubjay::carla {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{4} << 20;
/// Bytes of a FrameStart in front of its duration: header and number.
constexpr std::uint64_t kDurationAt = kPacketHeaderBytes + 8;

/// The packets of a file that are there to their last byte.
struct WholePackets {
  std::uint64_t end = 0;     ///< of the file's bytes that they are in
  std::uint64_t cut = 0;     ///< bytes behind them: of a packet that is not whole
  bool is_in_frame = false;  ///< the last frame has no FrameEnd
  std::optional<std::uint64_t> last_frame = {};  ///< where its FrameStart stands
  bool has_kept_end = false;
};

WholePackets whole_packets(Bytes file) {
  const auto header = read_header(file);
  PacketWalker walker(file, header ? header->bytes : 0, file.size());
  WholePackets found;
  while (const auto packet = walker.next()) {
    if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_start)) {
      found.is_in_frame = true;
      found.last_frame = packet->offset;
    } else if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_end)) {
      found.is_in_frame = false;
    } else if (const auto kept = kept_packet(*packet)) {
      found.has_kept_end = kept->kind == kept::PacketKind::end;
    }
  }
  found.end = walker.offset();
  found.cut = walker.left();
  return found;
}

void tell_cut(const WholePackets& packets, WriteReport& report) {
  if (packets.cut == 0) return;
  report.losses.push_back({"bytes of a packet that is cut off", "", packets.cut});
}

const CarlaReader* reader_of(const WriteRequest& request) {
  return dynamic_cast<const CarlaReader*>(&request.recording->reader());
}

bool is_whole(const WriteRequest& request) {
  return !request.from && !request.to && !request.entities;
}

Problem stopped(const std::atomic<bool>& cancelled) {
  return cancelled.load() ? writing_cancelled() : not_written();
}

/// Copies in pieces, with progress; false when it was stopped.
bool copy_bytes(const WriteRequest& request, Bytes bytes, const std::atomic<bool>& cancelled,
                const ByteSink& sink) {
  for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes) {
    const Bytes piece = bytes.subspan(at, std::min(kPieceBytes, bytes.size() - at));
    if (cancelled.load() || !sink(piece)) return false;
    if (request.progress) request.progress(at + piece.size(), bytes.size());
  }
  return true;
}

/// What a file that was cut off ends with, from its last FrameStart: a frame without a length, and
/// with a FrameEnd (formats/carla/README.md, 13).
std::vector<std::byte> ended_frame(Bytes frame, bool has_end) {
  std::vector<std::byte> out(frame.begin(), frame.end());
  std::vector<std::byte> duration;
  put_little(duration, -1.0);
  if (out.size() >= kPacketHeaderBytes + kFrameStartBytes) {
    std::ranges::copy(duration, out.begin() + static_cast<std::ptrdiff_t>(kDurationAt));
  }
  if (!has_end) put_little(out, static_cast<std::uint8_t>(PacketKind::frame_end), std::uint32_t{0});
  return out;
}

Result<WriteReport> copy_whole(const WriteRequest& request, const std::atomic<bool>& cancelled,
                               const ByteSink& sink) {
  const Recording& recording = *request.recording;
  const Bytes bytes = recording.file().bytes();
  const WholePackets packets = whole_packets(bytes);
  const bool is_changed = packets.last_frame && (packets.is_in_frame || packets.cut > 0);
  const std::uint64_t unchanged = is_changed ? *packets.last_frame : packets.end;
  if (!copy_bytes(request, bytes.first(unchanged), cancelled, sink)) {
    return failure(stopped(cancelled));
  }
  if (is_changed) {
    const Bytes frame = bytes.subspan(unchanged, packets.end - unchanged);
    if (!sink(ended_frame(frame, !packets.is_in_frame))) return failure(stopped(cancelled));
  }
  WriteReport report;
  report.frames = recording.frame_count();
  report.entities = recording.entity_count();
  report.events = recording.event_count();
  report.coordinates = unreal_coordinates();
  tell_cut(packets, report);
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
  WriteReport report = copy.report();
  if (copy.first_frame() < copy.end_frame()) {
    report.moved_by = -request.recording->timeline().time(FrameIndex(copy.first_frame()));
  }
  if (copy.end_frame() == request.recording->frame_count()) {
    tell_cut(whole_packets(reader_of(request)->bytes()), report);
  }
  return report;
}

}  // namespace

bool can_copy(const WriteRequest& request) {
  if (reader_of(request) != nullptr) return true;
  const Recording& recording = *request.recording;
  const bool is_kept = recording.info().kept && recording.info().format == kName;
  return is_kept && is_whole(request) && whole_packets(recording.file().bytes()).has_kept_end;
}

Result<WriteReport> copy_recording(const WriteRequest& request, const std::atomic<bool>& cancelled,
                                   const ByteSink& sink) {
  return is_whole(request) ? copy_whole(request, cancelled, sink)
                           : copy_part(request, cancelled, sink);
}

}  // namespace scrubjay::carla
