#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/export_csv.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/ndjson_format.h"
#include "app/property_series.h"
#include "app/recording_json.h"
#include "core/frame_scan.h"
#include "core/output_file.h"

namespace scrubjay::cli {

namespace {

using Sink = std::function<bool(std::string_view)>;

/// Writes a line a frame. False when that failed or the work was interrupted.
Result<bool> write_lines(const Input& input, const ExportOptions& options,
                         const EntityFilter* filter, std::vector<Problem>& problems,
                         Console& console, const Sink& write) {
  WriteRequest request{.recording = input.recording,
                       .coordinates = options.common.coordinates,
                       .from = options.from,
                       .to = options.to};
  if (filter != nullptr) request.entities = filter->entities;
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    console.progress("exporting", done, total, "frames");
  };
  const auto report = kNdjsonFormat.write(request, interrupted(), [&](Bytes bytes) {
    return write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
  console.end_progress();
  if (report) {
    for (const Problem& problem : report->problems) fold_into(problems, problem);
    return true;
  }
  const std::string& code = report.error().code;
  if (code == "not-written" || code == "cancelled") return false;
  return failure(report.error());
}

/// Whether all was written. Errors: those of write_csv.
Result<bool> write_frames(const Input& input, const ExportOptions& options,
                          const EntityFilter* filter, std::vector<Problem>& problems,
                          Console& console, const Sink& write) {
  if (options.form == ExportForm::ndjson) {
    return write_lines(input, options, filter, problems, console, write);
  }
  FrameScan scan{.recording = input.recording, .coordinates = options.common.coordinates};
  std::tie(scan.first, scan.end) =
      frames_between(input.recording->timeline(), options.from, options.to);
  return write_csv(scan, filter == nullptr ? nullptr : &filter->entities, options.csv_texts,
                   problems, console, write);
}

ExitStatus fail(const std::string& file, const Problem& problem, ExitStatus status,
                Console& console) {
  console.report_failure(file, problem);
  return status;
}

/// Opens the target, or says why not. Nothing for standard output.
Result<std::optional<AtomicFile>> open_target(const ExportOptions& options) {
  if (options.target == "-") return std::nullopt;
  auto file = AtomicFile::create(options.target);
  if (!file) return failure(std::move(file.error()));
  return std::optional<AtomicFile>(std::move(*file));
}

}  // namespace

ExitStatus run_export(const ExportOptions& options, Console& console) {
  if (options.file != "-" && is_same_file(options.file, options.target)) {
    console.complain("the export would overwrite the recording: name another target.");
    return ExitStatus::wrong_usage;
  }
  Input input = open_input(options.file, options.common, console);
  if (input.recording == nullptr) return status_of_unread(input);
  auto target = open_target(options);
  if (!target) {
    return fail(options.target, target.error(), ExitStatus::nothing_done, console);
  }
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  if (const auto wrong = check_range(*input.recording, options.from, options.to)) {
    return fail(options.file, *wrong,
                wrong->code == "usage" ? ExitStatus::wrong_usage : ExitStatus::nothing_done,
                console);
  }
  const auto filter = find_entities(input, options.entities);
  if (!filter) return fail(options.file, filter.error(), ExitStatus::wrong_usage, console);
  std::vector<Problem> problems = input.recording->problems();
  std::optional<AtomicFile>& file = *target;
  const auto all = write_frames(
      input, options, *filter ? &**filter : nullptr, problems, console, [&](std::string_view text) {
        return file ? file->write(std::as_bytes(std::span(text))) : console.print(text);
      });
  if (interrupted()) return ExitStatus::nothing_done;
  if (!all) return fail(options.file, all.error(), ExitStatus::nothing_done, console);
  if (file) {
    const auto committed = file->commit();
    if (!committed) {
      return fail(options.target, committed.error(), ExitStatus::nothing_done, console);
    }
  }
  // Cut short without an interruption: nobody reads standard output any more, or `finish` says why.
  if (*all) add_lost_bytes(input, problems);
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
