#pragma once

#include <memory>
#include <string>

#include "core/recording.h"
#include "formats/flecs/choices.h"
#include "formats/flecs/file_index.h"
#include "formats/states/extension_indexer.h"

namespace scrubjay::flecs {

/// The reader of one recording of flecs documents.
class FlecsReader : public Reader {
 public:
  /// `is_extended`: what is shown stands in packets of our own (states/json_packets.h), in the axes
  /// of `choices`.
  FlecsReader(std::shared_ptr<InputFile> file, Choices choices, bool is_extended)
      : file_(std::move(file)), choices_(std::move(choices)), is_extended_(is_extended) {
    extension_.states.coordinates = choices_.axes;
  }

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;

  bool is_extended() const { return is_extended_; }

 private:
  bool load_text(RecordingBuilder& builder);

  std::shared_ptr<InputFile> file_;
  Choices choices_;
  bool is_extended_;
  std::shared_ptr<InputFile> inflated_;  ///< where the file is compressed
  FileIndex index_;
  states::ExtensionIndex extension_;
};

}  // namespace scrubjay::flecs
