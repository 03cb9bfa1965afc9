#pragma once

#include <memory>
#include <utility>

#include "core/recording.h"
#include "formats/format.h"
#include "formats/mcap/read/file_index.h"

namespace scrubjay::mcap {

/// The reader of one MCAP file.
class McapReader : public Reader {
 public:
  /// `is_own`: this program wrote it; `zero`: log time of the recording's zero.
  McapReader(std::shared_ptr<InputFile> file, FileMap map, bool is_own, std::uint64_t zero);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;
  /// Only of files whose summary tells what is in them.
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

 private:
  std::shared_ptr<InputFile> file_;
  FileIndex index_;
};

/// See Format::open.
Result<std::shared_ptr<Recording>> open_file(std::shared_ptr<InputFile> file,
                                             const ReadOptions& options);

}  // namespace scrubjay::mcap
