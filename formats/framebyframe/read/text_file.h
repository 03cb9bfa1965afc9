#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/recording.h"
#include "formats/compression/file_text.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/indexer.h"

namespace scrubjay::framebyframe {

/// The JSON text of a file, whatever its container: mapped, inflated or repaired.
class TextFile {
 public:
  explicit TextFile(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  const InputFile& file() const { return file_.file(); }
  /// Once found by one of the functions below; stays until they are called again.
  std::string_view text() const { return repaired_.empty() ? file_.text() : repaired_; }

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
  void repair(RecordingBuilder& builder, std::size_t begin, Found& found);

  compression::FileText file_;
  std::string repaired_;  ///< the whole text, where its structure was broken
};

}  // namespace scrubjay::framebyframe
