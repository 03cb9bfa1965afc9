#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "core/recording.h"
#include "formats/carla/header.h"
#include "formats/carla/read/file_index.h"
#include "formats/format.h"

namespace scrubjay::carla {

/// The reader of one CARLA recorder file, of its own packets.
class CarlaReader : public Reader {
 public:
  CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  std::optional<FrameBasis> frame_basis() const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  Bytes bytes() const { return file_->bytes(); }
  const FileIndex& file_index() const { return index_; }

 private:
  std::shared_ptr<InputFile> file_;
  FileIndex index_;
};

/// See Format::open.
Result<std::shared_ptr<Recording>> open_file(std::shared_ptr<InputFile> file,
                                             const ReadOptions& options);

}  // namespace scrubjay::carla
