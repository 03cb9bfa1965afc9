#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/recording.h"
#include "formats/kept/index.h"
#include "formats/kept/indexer.h"
#include "formats/kept/own_frames.h"
#include "formats/kept/packets.h"

namespace scrubjay::kept {

/// A file of some format in which a recording is kept.
class KeptFile {
 public:
  virtual ~KeptFile() = default;
  /// The one pass over the file (Reader::index): hands all packets to `indexer` in their order,
  /// then calls its `finish`; reports progress and sets the details that are the format's own.
  virtual void index(RecordingBuilder& builder, Indexer& indexer) = 0;
  /// Once the pass has come to a packet, or load_index has been called.
  virtual std::unique_ptr<PacketSource> packets() const = 0;
  /// What still shows what is lost of the recording, as a sentence; empty where nothing does.
  virtual std::string_view help() const { return kHelp; }
  // See Reader: what `packets` needs beside the index of packets.
  virtual bool save_index(IndexWriter&) const { return true; }
  virtual bool load_index(IndexReader&) { return true; }
};

/// Reads a recording that is kept in a file of another format.
class KeptReader final : public Reader {
 public:
  /// `coordinates` are those of the head. `open_own`: see open_kept.
  KeptReader(std::unique_ptr<KeptFile> file, const CoordinateSystem& coordinates, OpenOwn open_own)
      : file_(std::move(file)), own_(std::move(open_own)) {
    index_.coordinates = coordinates;
  }

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  CoordinateSystem coordinates(const Recording&, FrameIndex frame) const override {
    return index_.coordinates_at(frame);
  }
  Result<ResourceData> read_resource(const Recording&, ResourceIndex resource) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

 private:
  std::unique_ptr<KeptFile> file_;
  Index index_;
  OwnRecording own_;
};

/// The recording that a file keeps, whose head this is. `info` has its format and what else is
/// known of the file. `open_own` opens the file as its own format says it, for frames of which what
/// is kept is lost.
std::shared_ptr<Recording> open_kept(std::shared_ptr<InputFile> file,
                                     std::unique_ptr<KeptFile> kept, Head head, RecordingInfo info,
                                     OpenOwn open_own);

}  // namespace scrubjay::kept
