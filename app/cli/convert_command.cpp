#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/target.h"
#include "app/shared/plain_text.h"
#include "app/shared/writers.h"
#include "app/shared/written_notes.h"
#include "core/probe.h"
#include "core/secrets.h"

namespace scrubjay::cli {

namespace {

/// The writer to use: as named, or the one whose usual extension the target has; where several
/// have one, the longest. Null: none.
const FormatWriter* target_writer(const ConvertOptions& options) {
  if (!options.to_format.empty()) return find_writer(options.to_format);
  const std::string name = file_name(options.target);
  const FormatWriter* found = nullptr;
  std::size_t longest = 0;
  for (const FormatWriter* writer : writers()) {
    const std::string extension = "." + std::string(writer->extensions.front());
    if (!name.ends_with(extension) || extension.size() <= longest) continue;
    found = writer;
    longest = extension.size();
  }
  return found;
}

std::optional<Problem> check_arguments(const ConvertOptions& options) {
  if (target_writer(options) == nullptr) {
    return fatal_problem("usage",
                         options.to_format.empty()
                             ? "The name \"" + printable(options.target) +
                                   "\" does not say which format to write: use --to with one "
                                   "of " +
                                   names_of(writers()) + "."
                             : "\"" + printable(options.to_format) +
                                   "\" cannot be written; these can: " + names_of(writers()) + ".");
  }
  if (options.json && options.target == "-") {
    return fatal_problem("usage", "--json and -o - both want standard output.");
  }
  if (is_one_of(options.target, std::span(&options.file, 1))) {
    return fatal_problem("usage", "The file would overwrite the recording: name another target.");
  }
  return std::nullopt;
}

ExitStatus refuse(const ConvertOptions& options, std::string_view file, const Problem& problem,
                  ExitStatus status, Console& console) {
  if (file.empty()) {
    console.complain(problem.message);
  } else {
    console.report_failure(file, problem);
  }
  if (options.json) print_failure(problem, console);
  return status;
}

std::string loss_text(const WriteLoss& loss) {
  const std::string count = std::to_string(loss.count) + " \u00d7 " + loss.what;
  const std::string text =
      loss.became.empty() ? count + " left out" : count + " became " + loss.became;
  return loss.is_kept ? text + " (kept for the way back)" : text;
}

std::string report_json(const ConvertOptions& options, const FormatWriter& writer,
                        const WriteReport& report, std::span<const Problem> problems,
                        JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  json.begin_object();
  json.field("file", options.target);
  json.field("format", writer.name);
  json.integer_field("frames", report.frames);
  json.integer_field("entities", report.entities);
  json.integer_field("events", report.events);
  json.key("losses");
  json.begin_array();
  for (const WriteLoss& loss : report.losses) {
    json.begin_object_on_one_line();
    json.field("what", loss.what);
    json.field("became", loss.became);
    json.integer_field("count", loss.count);
    json.boolean_field("kept", loss.is_kept);
    json.end_object();
  }
  json.end_array();
  json.key("problems");
  write_problems(json, problems);
  json.end_object();
  return text + "\n";
}

/// The coordinates to write, in the unit asked for; none: those that the target takes by itself.
std::optional<CoordinateSystem> target_coordinates(const Input& input,
                                                   const ConvertOptions& options) {
  const RecordingInfo& info = input.recording->info();
  const FormatWriter& writer = *target_writer(options);
  const auto written = [&](std::optional<CoordinateSystem> asked) {
    return writer.coordinates_written({.recording = input.recording, .coordinates = asked});
  };
  std::optional<CoordinateSystem> system = options.common.coordinates;
  // A target that has only one system takes that.
  if (options.common.asks_for_source && written(info.coordinates)) system = info.coordinates;
  if (!system) system = coordinates_on_the_way_back(info, writer.name);
  if (!options.metres_per_unit) return system;
  if (!system) system = written(std::nullopt).value_or(info.coordinates);
  system->metres_per_unit = *options.metres_per_unit;
  return system;
}

Result<WriteReport> write_recording(const Input& input, const ConvertOptions& options,
                                    std::optional<AtomicFile>& file, Console& console) {
  auto chosen = find_entities(*input.recording, options.entities);
  if (!chosen) return failure(std::move(chosen.error()));
  std::optional<std::vector<EntityIndex>> entities;
  if (*chosen) {
    entities = std::move((*chosen)->entities);
    console.note(
        "these entities and their events are written, nothing that is said of frames as "
        "a whole, such as weather");
  }
  WriteRequest request{.recording = without_secrets(input.recording),
                       .coordinates = target_coordinates(input, options),
                       .from = options.from,
                       .to = options.to,
                       .entities = std::move(entities),
                       .options = options.write_options};
  if (options.file != "-") add_notes_as_comments(*target_writer(options), request);
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    console.progress("converting", done, total, "frames");
  };
  bool is_empty = true;
  auto report = target_writer(options)->write(request, interrupted(), [&](Bytes bytes) {
    is_empty = is_empty && bytes.empty();
    if (file) return file->write(bytes);
    return console.print(as_text(bytes));
  });
  console.end_progress();
  if (report && is_empty) {
    return failure(fatal_problem("no-frames", "The recording has no frames: nothing is written."));
  }
  return report;
}

/// What a failed writing means: nobody reads standard output any more, a wrong argument, or a
/// target that cannot be written, which the file explains better than the writer.
ExitStatus explain_failure(const ConvertOptions& options, std::optional<AtomicFile>& file,
                           const Problem& problem, Console& console) {
  if (problem.code == "not-written") {
    if (!file) return ExitStatus::done;
    const auto committed = file->commit();
    return refuse(options, options.target, committed ? problem : committed.error(),
                  ExitStatus::nothing_done, console);
  }
  const bool is_of_target = problem.code == "coordinates" || problem.code == "option";
  const bool is_usage = is_of_target || problem.code == "no-such-entity";
  const std::string target = options.target == "-" ? "" : options.target;
  return refuse(options, is_of_target ? target : options.file, problem,
                is_usage ? ExitStatus::wrong_usage : ExitStatus::nothing_done, console);
}

}  // namespace

ExitStatus run_convert(const ConvertOptions& options, Console& console) {
  if (const auto wrong = check_arguments(options)) {
    return refuse(options, "", *wrong, ExitStatus::wrong_usage, console);
  }
  Input input = open_input(options.file, options.common, console);
  if (input.recording == nullptr) {
    if (options.json) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  auto target = open_target(options.target);
  if (!target) {
    return refuse(options, options.target, target.error(), ExitStatus::nothing_done, console);
  }
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  if (const auto wrong = check_range(*input.recording, options.from, options.to)) {
    return refuse(options, options.file, *wrong, ExitStatus::nothing_done, console);
  }
  std::optional<AtomicFile>& file = *target;
  auto report = write_recording(input, options, file, console);
  if (interrupted()) return ExitStatus::nothing_done;
  if (!report) return explain_failure(options, file, report.error(), console);
  if (file) {
    if (const auto committed = file->commit(); !committed) {
      return refuse(options, options.target, committed.error(), ExitStatus::nothing_done, console);
    }
  }
  std::vector<Problem> problems = input.recording->problems();
  if (file && options.file != "-") {
    const WriteRequest written{.recording = input.recording,
                               .from = options.from,
                               .to = options.to,
                               .options = options.write_options};
    const auto noted = put_notes_beside(*target_writer(options), written, *report, options.target);
    if (!noted) {
      Problem lost = noted.error();
      lost.severity = Severity::error;  // the recording is there
      fold_into(problems, std::move(lost));
    }
  }
  if (const auto secrets = input.recording->reader().secrets().size(); secrets > 0) {
    add_loss(*report, "session ids and tokens", "stand-ins", secrets);
    console.note("--secrets keep leaves session ids and tokens as they are");
  }
  if (report->frames == 0)
    console.note("the recording has no frames: nothing but a head was written");
  for (Problem& problem : report->problems) fold_into(problems, std::move(problem));
  add_lost_bytes(*input.recording, problems);
  if (!input.recording->is_complete() && status_of(problems) == ExitStatus::done) {
    console.note(input.file + " was cut off: what is written ends where it does");
  }
  if (options.json) {
    console.print(
        report_json(options, *target_writer(options), *report, problems, console.json_layout()));
  } else {
    for (const WriteLoss& loss : report->losses) console.note(loss_text(loss));
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
