#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/recording.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/text_file.h"
#include "formats/kept/packets.h"

namespace scrubjay::framebyframe {

/// The reader of one Frame by Frame file, whatever its container.
///
/// What the index pass leaves for decoders:
/// - FileIndex::frames, row by row beside the timeline; FrameText gives a frame's JSON.
/// - FileIndex::entities: EntityKey to EntityIndex. Every entity of a published frame is there.
/// - Of an event, EventInfo::source_offset is where its JSON object begins inside
///   FrameText::text(event.frame), and source_detail how many bytes it has. EventInfo::order is its
///   `idx`, or its place in the file where that is no number.
class FrameByFrameReader : public Reader {
 public:
  explicit FrameByFrameReader(std::shared_ptr<InputFile> file) : text_(std::move(file)) {}

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  std::optional<FrameBasis> frame_basis() const override;
  CoordinateSystem coordinates(const Recording& recording, FrameIndex frame) const override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  const FileIndex& file_index() const { return index_; }

 private:
  TextFile text_;
  FileIndex index_;
};

/// What the beginning of a file tells, enough to open it.
struct FileHead {
  std::uint32_t version = 1;
  CoordinateSystem coordinates;      ///< of the first frame
  std::optional<double> start_time;  ///< its serverTime, ms
  /// Of the recording that is kept beside the frames.
  std::optional<kept::Head> kept;
};

/// Reads, or inflates, the head of the file only. Errors, all fatal: "unsupported-container" for
/// the unreleased chunk format, "not-framebyframe", and those of `repair_json` for a small text
/// that cannot be repaired.
Result<FileHead> read_head(Bytes file);

}  // namespace scrubjay::framebyframe
