#pragma once

#include <memory>
#include <string>

#include "core/recording.h"
#include "formats/compression/file_text.h"
#include "formats/flecs/choices.h"
#include "formats/flecs/read/file_index.h"

namespace scrubjay::flecs {

/// The reader of one recording of flecs documents.
class FlecsReader : public Reader {
 public:
  FlecsReader(std::shared_ptr<InputFile> file, Choices choices)
      : text_(std::move(file)), choices_(std::move(choices)) {}

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

 private:
  compression::FileText text_;
  Choices choices_;
  FileIndex index_;
};

}  // namespace scrubjay::flecs
