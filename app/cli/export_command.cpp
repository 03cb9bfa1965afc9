#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "core/frame_scan.h"
#include "app/recording_json.h"
#include "core/output_file.h"

namespace scrubjay::cli {

namespace {

/// One frame's line and what was wrong with it.
struct Line {
  std::string text;
  std::vector<Problem> problems;
};

/// Lines of this size are rare: their storage is given back instead of kept for the next ones.
constexpr std::size_t kKeptLineBytes = std::size_t{1} << 20;

std::size_t make_line(const Recording& recording, const Frame& frame, Line& line) {
  line.text.clear();
  JsonWriter json(line.text);
  write_frame(json, recording, frame);
  line.text += '\n';
  line.problems = frame.problems;
  for (Problem& problem : line.problems) {
    if (!problem.frame) problem.frame = frame.index;
  }
  return line.text.size();
}

/// Writes a line a frame through `write(std::string_view) -> bool`. False when that failed or the
/// work was interrupted.
template <class Write>
bool write_lines(const Input& input, const ExportOptions& options, std::vector<Problem>& problems,
                 Console& console, Write write) {
  const Recording& recording = *input.recording;
  const FrameScan scan{.recording = input.recording, .coordinates = options.common.coordinates};
  const std::size_t count = recording.frame_count();
  const bool all = scan_frames<Line>(
      scan, interrupted(),
      [&](const Frame& frame, Line& line) { return make_line(recording, frame, line); },
      [&](FrameIndex frame, Line& line) {
        for (Problem& problem : line.problems) fold_into(problems, std::move(problem));
        console.progress("exporting", frame.value, count);
        const bool go_on = write(std::string_view(line.text));
        if (line.text.capacity() > kKeptLineBytes) line.text = std::string();
        return go_on;
      });
  console.end_progress();
  return all;
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
  if (input.recording == nullptr) return ExitStatus::nothing_done;
  auto target = open_target(options);
  if (!target) {
    return fail(options.target, target.error(), ExitStatus::nothing_done, console);
  }
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  std::vector<Problem> problems = input.recording->problems();
  std::optional<AtomicFile>& file = *target;
  const bool all = write_lines(input, options, problems, console, [&](std::string_view line) {
    return file ? file->write(std::as_bytes(std::span(line))) : console.print(line);
  });
  if (interrupted()) return ExitStatus::nothing_done;
  if (file) {
    const auto committed = file->commit();
    if (!committed) {
      return fail(options.target, committed.error(), ExitStatus::nothing_done, console);
    }
  }
  // Cut short without an interruption: nobody reads standard output any more, or `finish` says why.
  if (all) add_lost_bytes(input, problems);
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
