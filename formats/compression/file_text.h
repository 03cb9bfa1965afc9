#pragma once

#include <memory>
#include <string_view>

#include "core/recording.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::compression {

/// The text of a file, which may be compressed: mapped, or inflated into memory or, when it is
/// large, into the file's text store.
class FileText {
 public:
  explicit FileText(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  const InputFile& file() const { return *file_; }
  /// Once found or loaded; stays until that is done again.
  std::string_view text() const { return text_; }
  bool is_inflated() const { return inflated_ != nullptr; }
  /// False where only a part of it could be inflated.
  bool is_whole() const { return is_whole_; }

  /// For an index pass: reports to `builder` what is wrong with compressed data, and how far it is;
  /// inflating counts as half of the work. False when there is nothing to read, or when the pass
  /// was cancelled.
  bool find(const OuterForm& form, RecordingBuilder& builder);

  /// For Reader::save_index. False where the text is not whole.
  bool save(IndexWriter& out) const;
  /// For Reader::load_index. False where the text is not whole or not as long as it was.
  bool load(const OuterForm& form, IndexReader& in);

 private:
  std::shared_ptr<InputFile> file_;
  std::shared_ptr<InputFile> inflated_;  ///< where the file is compressed
  std::string_view text_;
  bool is_whole_ = true;
};

}  // namespace scrubjay::compression
