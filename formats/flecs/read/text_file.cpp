#include "formats/flecs/read/text_file.h"

#include <algorithm>

#include "core/index_archive.h"
#include "formats/compression/inflate_for_index.h"
#include "formats/flecs/limits.h"
#include "formats/flecs/read/gzip.h"

namespace scrubjay::flecs {

bool TextFile::find(RecordingBuilder& builder, FileIndex& index) {
  index.text = as_text(file_->bytes());
  if (!is_gzip(file_->bytes())) return true;
  bool is_whole = true;
  inflated_ = compression::inflate_for_index(*file_, kGzipForm, builder, is_whole);
  if (inflated_ == nullptr) return false;
  index.is_text_cut = !is_whole;
  index.most_document_bytes =
      std::max(limits::kFreeDocumentBytes, limits::kMostDocumentRatio * file_->size());
  index.text = as_text(inflated_->bytes());
  return true;
}

bool TextFile::save(IndexWriter& out, const FileIndex& index) const {
  if (index.is_text_cut) return false;
  out(std::uint64_t{index.text.size()});
  return true;
}

bool TextFile::load(IndexReader& in, FileIndex& index) {
  std::uint64_t text_bytes = 0;
  in(text_bytes);
  const bool is_compressed = is_gzip(file_->bytes());
  if (in.ok() && is_compressed) inflated_ = compression::inflate_whole(*file_, kGzipForm);
  in.require(!is_compressed || inflated_ != nullptr);
  if (in.ok()) index.text = as_text((is_compressed ? *inflated_ : *file_).bytes());
  in.require(index.text.size() == text_bytes);
  return in.ok();
}

}  // namespace scrubjay::flecs
