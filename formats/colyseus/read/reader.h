#pragma once

#include <memory>

#include "core/recording.h"
#include "formats/colyseus/read/file_index.h"

namespace scrubjay::colyseus {

/// The reader of one file of traffic whose records were found.
class ColyseusReader : public Reader {
 public:
  ColyseusReader(std::shared_ptr<InputFile> file, Source source, Choices choices);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  std::vector<Secret> secrets() const override;
  bool hides_secrets() const override { return index_.choices.are_secrets_hidden; }
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  /// Memory, and number, of the states that were kept on the way.
  std::size_t checkpoint_bytes() const { return index_.checkpoints.bytes(); }
  std::size_t checkpoint_count() const { return index_.checkpoints.count(); }

 private:
  std::shared_ptr<InputFile> file_;
  FileIndex index_;
};

}  // namespace scrubjay::colyseus
