#include "formats/framebyframe/read/text_file.h"

#include <span>

#include "core/concurrency/ordered_pipeline.h"
#include "formats/compression/outer_form.h"
#include "formats/framebyframe/read/text_repair.h"

namespace scrubjay::framebyframe {

std::optional<TextFile::Found> TextFile::scan(RecordingBuilder& builder) {
  repaired_.clear();
  if (!file_.find(compression::outer_form(file().bytes()), builder)) return std::nullopt;
  const std::string_view text = file_.text();
  // Behind a byte order mark.
  const std::size_t text_begin = compression::outer_form(std::as_bytes(std::span(text))).begin;
  Found found;
  const std::uint64_t begin = file_.is_inflated() ? file().size() / 2 : 0;
  // The scan takes about a fifth of what is left.
  const std::uint64_t share = (file().size() - begin) / 5;
  const ScanOptions options{
      .begin = text_begin, .threads = helper_threads() + 1, .keep_going = [&](std::uint64_t bytes) {
        const double done = static_cast<double>(bytes) / static_cast<double>(text.size());
        builder.progress(begin + static_cast<std::uint64_t>(done * static_cast<double>(share)));
        return !builder.cancelled();
      }};
  found.scan = scan_document(text, options);
  found.report.is_complete = file_.is_whole();
  found.progress = begin + share;
  repair(builder, text_begin, found);
  return found;
}

/// Where the structure is broken, the whole text is repaired and scanned again.
void TextFile::repair(RecordingBuilder& builder, std::size_t begin, Found& found) {
  DocumentScan& scan = found.scan;
  if (scan.end == TextEnd::whole || scan.end == TextEnd::stopped) return;
  found.report.is_complete = false;
  if (auto repaired = repair_text(file_.text(), begin, scan)) {
    for (Problem& problem : repaired->problems) builder.add_problem(std::move(problem));
    found.report.repairs += repaired->repairs;
    found.report.is_complete = file_.is_whole() && !repaired->is_cut_off;
    repaired_ = std::move(repaired->text);
    scan = std::move(repaired->scan);
    return;
  }
  tell_end(scan, builder);
}

bool TextFile::save(IndexWriter& out) const { return repaired_.empty() && file_.save(out); }

/// The text is known to be whole: that of a large compressed file is in the cache as well.
bool TextFile::load(IndexReader& in) {
  return file_.load(compression::outer_form(file().bytes()), in);
}

}  // namespace scrubjay::framebyframe
