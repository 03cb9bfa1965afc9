#pragma once

#include <memory>
#include <utility>

#include "core/recording.h"
#include "formats/carla/extended_indexer.h"
#include "formats/carla/file_index.h"
#include "formats/carla/header.h"

namespace scrubjay::carla {

/// The reader of one CARLA recorder file.
class CarlaReader : public Reader {
 public:
  /// `is_extended`: what is shown stands in packets of our own (extension.h), not in CARLA's.
  CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header, bool is_extended);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  Bytes bytes() const { return file_->bytes(); }
  bool is_extended() const { return is_extended_; }
  /// Empty when the recording is extended.
  const FileIndex& file_index() const { return index_; }

 private:
  std::shared_ptr<InputFile> file_;
  bool is_extended_;
  FileIndex index_;
  states::ExtensionIndex extension_;
};

}  // namespace scrubjay::carla
