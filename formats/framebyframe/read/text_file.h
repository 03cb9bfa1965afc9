#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/recording.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/indexer.h"

namespace scrubjay::framebyframe {

/// The JSON text of a file, whatever its container: mapped, inflated or repaired.
class TextFile {
 public:
  explicit TextFile(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  const InputFile& file() const { return *file_; }
  /// Once found by one of the functions below; stays until they are called again.
  std::string_view text() const { return text_; }

  struct Found {
    DocumentScan scan;
    TextReport report;
    std::uint64_t progress = 0;  ///< bytes of the file that this stands for
  };
  /// The first part of the index pass: finds the text and its frames. What is wrong with the text
  /// is reported. Nothing when there is nothing to index.
  std::optional<Found> scan(RecordingBuilder& builder);

  /// For Reader::save_index. False where the text itself would have to be kept in the cache.
  bool save(IndexWriter& out) const;
  /// For Reader::load_index. False with no text.
  bool load(IndexReader& in);

 private:
  bool find(RecordingBuilder& builder, std::uint64_t& progress);
  void repair(RecordingBuilder& builder, Found& found);

  std::shared_ptr<InputFile> file_;
  std::shared_ptr<InputFile> inflated_;  ///< where the file is compressed
  std::string repaired_;                 ///< the whole text, where its structure was broken
  std::string_view text_;
  std::size_t begin_ = 0;    ///< of text_: behind a byte order mark
  bool is_complete_ = true;  ///< of the compressed data
};

}  // namespace scrubjay::framebyframe
