#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/recording.h"
#include "formats/framebyframe/document_scan.h"
#include "formats/framebyframe/file_index.h"
#include "formats/framebyframe/indexer.h"
#include "formats/states/extension_indexer.h"

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
  /// `is_extended`: what is shown stands in packets of our own (states/json_packets.h), not in the
  /// frames beside them, whose coordinates are `coordinates`.
  FrameByFrameReader(std::shared_ptr<InputFile> file, bool is_extended,
                     const CoordinateSystem& coordinates)
      : file_(std::move(file)), is_extended_(is_extended) {
    extension_.states.coordinates = coordinates;
  }

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  CoordinateSystem coordinates(const Recording& recording, FrameIndex frame) const override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  bool is_extended() const { return is_extended_; }
  const FileIndex& file_index() const { return index_; }

 private:
  bool load_text(RecordingBuilder& builder, std::uint64_t& progress);
  bool find_text(std::uint64_t expected_bytes);
  void mend(RecordingBuilder& builder, DocumentScan& scan, TextReport& report);

  std::shared_ptr<InputFile> file_;
  bool is_extended_;
  std::shared_ptr<InputFile> inflated_;  ///< where the file is compressed
  std::string repaired_;                 ///< the whole text, where its structure was broken
  std::size_t text_begin_ = 0;           ///< behind a byte order mark
  bool is_complete_ = true;              ///< of the compressed data
  FileIndex index_;
  states::ExtensionIndex extension_;
};

/// What the beginning of a file tells, enough to open it.
struct FileHead {
  std::uint32_t version = 1;
  CoordinateSystem coordinates;      ///< of the first frame
  std::optional<double> start_time;  ///< its serverTime, ms
  /// The recording of another format that stands beside the frames.
  std::optional<states::ExtensionHead> extension;
};

/// Reads, or inflates, the head of the file only. Errors, all fatal: "unsupported-container" for
/// the unreleased chunk format, "not-framebyframe", and those of `repair_json` for a small text
/// that cannot be repaired.
Result<FileHead> read_head(Bytes file);

}  // namespace scrubjay::framebyframe
