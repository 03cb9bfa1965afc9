#pragma once

#include <memory>
#include <mutex>

#include "core/recording.h"
#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/interpolation.h"

namespace scrubjay::xrec {

/// The reader of one XREC recording, whose start packet is known to be good.
class XrecReader : public Reader {
 public:
  explicit XrecReader(std::shared_ptr<InputFile> file);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  /// Once frames are published.
  const FileIndex& file_index() const { return index_; }
  /// Made by the first call, which takes a pass over the file; any thread, once the index is whole.
  const ChannelIndex& channels() const;

 private:
  std::shared_ptr<InputFile> file_;
  FileIndex index_;
  mutable std::once_flag channels_made_;
  mutable std::unique_ptr<const ChannelIndex> channels_;
};

}  // namespace scrubjay::xrec
