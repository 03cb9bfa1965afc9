#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/target.h"
#include "app/shared/csv_writer.h"
#include "app/shared/writers.h"

namespace scrubjay::cli {

namespace {

WriteRequest request_of(const Input& input, const ExportOptions& options,
                        std::optional<std::vector<EntityIndex>> entities, Console& console) {
  WriteRequest request{.recording = input.recording,
                       .coordinates = options.common.coordinates,
                       .from = options.from,
                       .to = options.to,
                       .entities = std::move(entities)};
  if (options.to_format == kCsvWriter.name && options.csv_texts == CsvTexts::raw) {
    request.options.emplace_back(kCsvTextsOption, kRawCsvTexts);
  }
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    console.progress("exporting", done, total, "frames");
  };
  return request;
}

/// Whether all was written. Errors: those of the writer.
Result<bool> write_frames(const WriteRequest& request, const FormatWriter& writer,
                          std::optional<AtomicFile>& file, std::vector<Problem>& problems,
                          Console& console) {
  const auto report = writer.write(request, interrupted(), [&](Bytes bytes) {
    if (file) return file->write(bytes);
    return console.print(as_text(bytes));
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

}  // namespace

ExitStatus run_export(const ExportOptions& options, Console& console) {
  if (is_one_of(options.target, std::span(&options.file, 1))) {
    console.complain("the export would overwrite the recording: name another target.");
    return ExitStatus::wrong_usage;
  }
  Input input = open_input(options.file, options.common, console);
  if (input.recording == nullptr) return status_of_unread(input);
  auto target = open_target(options.target);
  if (!target) {
    return console.fail(options.target, target.error(), ExitStatus::nothing_done);
  }
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  if (const auto wrong = check_range(*input.recording, options.from, options.to)) {
    return console.fail(options.file, *wrong, ExitStatus::nothing_done);
  }
  const auto filter = find_entities(*input.recording, options.entities);
  if (!filter) return console.fail(options.file, filter.error(), ExitStatus::wrong_usage);
  std::optional<std::vector<EntityIndex>> entities;
  if (*filter) entities = (*filter)->entities;
  std::vector<Problem> problems = input.recording->problems();
  std::optional<AtomicFile>& file = *target;
  const auto all = write_frames(request_of(input, options, std::move(entities), console),
                                *find_writer(options.to_format), file, problems, console);
  if (interrupted()) return ExitStatus::nothing_done;
  if (!all) return console.fail(options.file, all.error(), ExitStatus::nothing_done);
  if (file) {
    const auto committed = file->commit();
    if (!committed) {
      return console.fail(options.target, committed.error(), ExitStatus::nothing_done);
    }
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
