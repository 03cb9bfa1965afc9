#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/frame_scan.h"
#include "formats/format_writer.h"
#include "formats/kept/writer.h"

namespace scrubjay {

// What all writers do alike is done once, by `write_frames`:
//
//     plan --> decode --> encode --> put, in order --> end
//                (several threads)    + what is kept
//
// What a format does its own way is a FrameEncoder.

/// What a frame becomes on its way from the thread that encodes it to the file. Used again and
/// again, with its storage; encoders add what they need.
struct EncodedFrame {
  virtual ~EncodedFrame() = default;

  // By the encoder. Empty before.
  std::vector<EntityIndex> entities;  ///< that are written
  std::uint64_t events = 0;           ///< that are written

  // By write_frames.
  std::vector<Problem> problems;
  std::uint64_t cut = 0;  ///< see WritePlan::count_cut
  CoordinateSystem coordinates;
  kept::KeptFrame kept;
};

/// Where what a format cannot say is kept.
struct KeptPlace {
  kept::PacketSink* packets = nullptr;  ///< as long as the encoder
  CoordinateSystem coordinates;         ///< that frames are encoded in
};

/// What of a recording could not even be kept.
struct LostFromKept {
  std::uint64_t resources = 0;
  std::uint64_t comments = 0;
};

/// How one format writes frames. See FrameEncoderOf.
class FrameEncoder {
 public:
  virtual ~FrameEncoder() = default;

  /// The coordinates that a frame is encoded in; none: as recorded. On several threads at once.
  virtual std::optional<CoordinateSystem> coordinates(FrameIndex frame) const = 0;
  /// Asked for once, before all frames. None: nothing is kept.
  virtual std::optional<KeptPlace> kept_place() { return std::nullopt; }

  /// About how many bytes of encoded frames may wait for their turn.
  virtual std::size_t most_waiting_bytes() const { return FrameScan::kMostWaitingBytes; }
  virtual std::unique_ptr<EncodedFrame> new_frame() const = 0;
  /// Replaces what `out` says of another frame; returns its size in bytes. On several threads at
  /// once, unless the encoder has its own decoder.
  virtual std::size_t encode_frame(const Frame& frame, EncodedFrame& out) const = 0;
  /// In the order of frames. Before what is kept of the frame. An error ends the writing.
  virtual Result<void> put_frame(FrameIndex frame, EncodedFrame& encoded) = 0;
  /// Behind the last frame, before what is kept behind it.
  virtual Result<void> end_frames() { return {}; }
  /// Ends the file, and says in `report` what it could not hold.
  virtual Result<void> end(const LostFromKept& lost, WriteReport& report) = 0;

  /// For an encoder that needs more of a decoder than frames. Asked for once, before all frames,
  /// and called for one frame after the other, each before its `encode_frame`, all on one thread.
  /// What it returns is valid until the next call. Empty: frames are decoded on several threads.
  virtual std::function<const Frame&(FrameIndex)> own_decoder() { return {}; }
};

/// An encoder whose frames are of the type `Encoded`, derived from EncodedFrame.
template <class Encoded>
class FrameEncoderOf : public FrameEncoder {
 public:
  virtual std::size_t encode(const Frame& frame, Encoded& out) const = 0;
  virtual Result<void> put(FrameIndex frame, Encoded& encoded) = 0;

  std::unique_ptr<EncodedFrame> new_frame() const final { return std::make_unique<Encoded>(); }
  std::size_t encode_frame(const Frame& frame, EncodedFrame& out) const final {
    return encode(frame, static_cast<Encoded&>(out));
  }
  Result<void> put_frame(FrameIndex frame, EncodedFrame& encoded) final {
    return put(frame, static_cast<Encoded&>(encoded));
  }
};

/// Writes the frames of a plan. The report counts them, and entities and events that were encoded;
/// its coordinates are those of the first frame. Errors: those of FormatWriter::write and of the
/// encoder.
Result<WriteReport> write_frames(const WritePlan& plan, FrameEncoder& encoder,
                                 const std::atomic<bool>& cancelled);

}  // namespace scrubjay
