#pragma once

#include <memory>
#include <utility>

#include "core/recording.h"
#include "formats/carla/file_index.h"
#include "formats/carla/header.h"

namespace scrubjay::carla {

/// The reader of one CARLA recorder file.
class CarlaReader : public Reader {
 public:
  CarlaReader(std::shared_ptr<InputFile> file, const HeaderRead& header);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;

  Bytes bytes() const { return file_->bytes(); }
  const FileIndex& file_index() const { return index_; }

 private:
  std::shared_ptr<InputFile> file_;
  FileIndex index_;
};

}  // namespace scrubjay::carla
