#pragma once

#include <memory>

#include "core/recording.h"
#include "formats/flecs/read/file_index.h"

namespace scrubjay::flecs {

/// The text of a file, which may be compressed.
class TextFile {
 public:
  explicit TextFile(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  const InputFile& file() const { return *file_; }
  bool is_inflated() const { return inflated_ != nullptr; }

  /// Sets the text of `index`, and what is known of it. False when there is nothing to index.
  bool find(RecordingBuilder& builder, FileIndex& index);
  /// For Reader::save_index and Reader::load_index.
  bool save(IndexWriter& out, const FileIndex& index) const;
  bool load(IndexReader& in, FileIndex& index);

 private:
  std::shared_ptr<InputFile> file_;
  std::shared_ptr<InputFile> inflated_;  ///< where the file is compressed
};

}  // namespace scrubjay::flecs
