#include "formats/framebyframe/read/text_file.h"

#include "core/concurrency/ordered_pipeline.h"
#include "core/index_archive.h"
#include "formats/compression/inflate_for_index.h"
#include "formats/compression/outer_form.h"
#include "formats/framebyframe/read/text_repair.h"

namespace scrubjay::framebyframe {

bool TextFile::find(RecordingBuilder& builder, std::uint64_t& progress) {
  const compression::OuterForm form = compression::outer_form(file_->bytes());
  begin_ = form.begin;
  if (!form.is_compressed()) {
    text_ = as_text(file_->bytes());
    return true;
  }
  inflated_ = compression::inflate_for_index(*file_, form, builder, is_complete_);
  if (inflated_ == nullptr) return false;
  progress = file_->size() / 2;
  text_ = as_text(inflated_->bytes());
  begin_ = compression::outer_form(inflated_->bytes()).begin;  // behind a byte order mark
  return true;
}

std::optional<TextFile::Found> TextFile::scan(RecordingBuilder& builder) {
  Found found;
  if (!find(builder, found.progress)) return std::nullopt;
  const std::uint64_t begin = found.progress;
  // The scan takes about a fifth of what is left.
  const std::uint64_t share = (file_->size() - begin) / 5;
  const ScanOptions options{
      .begin = begin_, .threads = helper_threads() + 1, .keep_going = [&](std::uint64_t bytes) {
        const double done = static_cast<double>(bytes) / static_cast<double>(text_.size());
        builder.progress(begin + static_cast<std::uint64_t>(done * static_cast<double>(share)));
        return !builder.cancelled();
      }};
  found.scan = scan_document(text_, options);
  found.report.is_complete = is_complete_;
  found.progress = begin + share;
  repair(builder, found);
  return found;
}

/// Where the structure is broken, the whole text is repaired and scanned again.
void TextFile::repair(RecordingBuilder& builder, Found& found) {
  DocumentScan& scan = found.scan;
  if (scan.end == TextEnd::whole || scan.end == TextEnd::stopped) return;
  found.report.is_complete = false;
  if (auto repaired = repair_text(text_, begin_, scan)) {
    for (Problem& problem : repaired->problems) builder.add_problem(std::move(problem));
    found.report.repairs += repaired->repairs;
    found.report.is_complete = is_complete_ && !repaired->is_cut_off;
    repaired_ = std::move(repaired->text);
    text_ = repaired_;
    scan = std::move(repaired->scan);
    return;
  }
  tell_end(scan, builder);
}

bool TextFile::save(IndexWriter& out) const {
  if (!repaired_.empty() || !is_complete_) return false;
  out(std::uint64_t{text_.size()});
  return true;
}

/// The text is known to be whole: that of a large compressed file is in the cache as well.
bool TextFile::load(IndexReader& in) {
  std::uint64_t expected = 0;
  in(expected);
  if (!in.ok()) return false;
  const compression::OuterForm form = compression::outer_form(file_->bytes());
  if (form.is_compressed()) {
    inflated_ = compression::inflate_whole(*file_, form);
    if (inflated_ == nullptr) return false;
  }
  text_ = as_text(form.is_compressed() ? inflated_->bytes() : file_->bytes());
  if (text_.size() == expected) return true;
  inflated_.reset();
  text_ = {};
  return false;
}

}  // namespace scrubjay::framebyframe
