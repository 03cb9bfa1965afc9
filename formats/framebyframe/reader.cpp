#include "formats/framebyframe/reader.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/work_ahead.h"
#include "formats/compression/inflate_for_index.h"
#include "formats/compression/outer_form.h"
#include "formats/framebyframe/document_scan.h"
#include "formats/framebyframe/extended_indexer.h"
#include "formats/framebyframe/frame_decoder.h"
#include "formats/framebyframe/indexer.h"
#include "formats/framebyframe/resource_content.h"
#include "formats/framebyframe/text_repair.h"
#include "formats/states/decoder.h"
#include "formats/states/json_packets.h"

namespace scrubjay::framebyframe {

namespace {

std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

/// Sets index_.text. False when there is nothing to index.
bool FrameByFrameReader::load_text(RecordingBuilder& builder, std::uint64_t& progress) {
  const compression::OuterForm form = compression::outer_form(file_->bytes());
  text_begin_ = form.begin;
  if (!form.is_compressed()) {
    index_.text = as_text(file_->bytes());
    return true;
  }
  inflated_ = compression::inflate_for_index(*file_, form, builder, is_complete_);
  if (inflated_ == nullptr) return false;
  progress = file_->size() / 2;
  index_.text = as_text(inflated_->bytes());
  text_begin_ = compression::outer_form(inflated_->bytes()).begin;  // behind a byte order mark
  return true;
}

void FrameByFrameReader::index(RecordingBuilder& builder) {
  std::uint64_t progress = 0;
  if (!load_text(builder, progress)) return;
  // The scan takes about a fifth of what is left.
  const std::uint64_t scan_share = (file_->size() - progress) / 5;
  const ScanOptions options{
      .begin = text_begin_,
      .threads = helper_threads() + 1,
      .keep_going = [&](std::uint64_t bytes) {
        const double share = static_cast<double>(bytes) / static_cast<double>(index_.text.size());
        builder.progress(progress +
                         static_cast<std::uint64_t>(share * static_cast<double>(scan_share)));
        return !builder.cancelled();
      }};
  DocumentScan scan = scan_document(index_.text, options);
  TextReport report{.is_complete = is_complete_};
  mend(builder, scan, report);
  index_.container = scan.container.value_or(Container::raw);
  index_.version = scan.version.value_or(1);
  const std::uint64_t done = progress + scan_share;
  if (is_extended_) {
    index_extension(index_, std::move(scan), report, {done, file_->size() - done}, extension_,
                    builder);
  } else {
    Indexer(index_, builder, std::move(scan), report, done, file_->size()).run();
  }
}

/// Where the structure is broken, the whole text is repaired and scanned again.
void FrameByFrameReader::mend(RecordingBuilder& builder, DocumentScan& scan, TextReport& report) {
  if (scan.end == TextEnd::whole || scan.end == TextEnd::stopped) return;
  report.is_complete = false;
  if (auto mended = mend_text(index_.text, text_begin_, scan)) {
    for (Problem& problem : mended->problems) builder.add_problem(std::move(problem));
    report.repairs += mended->repairs;
    report.is_complete = is_complete_ && !mended->is_cut_off;
    repaired_ = std::move(mended->text);
    index_.text = repaired_;
    scan = std::move(mended->scan);
    return;
  }
  tell_end(scan, builder);
}

std::unique_ptr<FrameDecoder> FrameByFrameReader::decoder(const Recording& recording) const {
  if (!is_extended_) return make_decoder(recording, index_);
  return std::make_unique<states::Decoder>(recording, extension_.states,
                                           states::json_groups(index_.text));
}

CoordinateSystem FrameByFrameReader::coordinates(const Recording&, FrameIndex frame) const {
  if (is_extended_) return extension_.states.coordinates_at(frame);
  return index_.coordinates[index_.frames[frame.value].coordinates];
}

Result<ResourceData> FrameByFrameReader::read_resource(const Recording&,
                                                       ResourceIndex resource) const {
  if (is_extended_) {
    return states::read_json_resource(index_.text, extension_.resources[resource.value]);
  }
  const ResourceRow& row = index_.resources[resource.value];
  if (row.bytes.size == 0) {
    return failure({.severity = Severity::error,
                    .code = "resource-missing",
                    .message = "The recording names this resource but does not carry it."});
  }
  FrameText text(index_);
  if (!row.frame.exists()) return resource_content(text.padded(row.bytes));
  // Inside of a frame there is always more text behind it, or padding.
  return resource_content(text.text(row.frame).substr(static_cast<std::size_t>(row.bytes.begin),
                                                      static_cast<std::size_t>(row.bytes.size)));
}

}  // namespace scrubjay::framebyframe
