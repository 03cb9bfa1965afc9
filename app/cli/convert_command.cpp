#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/ndjson_format.h"
#include "app/plain_text.h"
#include "core/output_file.h"
#include "core/secrets.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

std::string writable_names() {
  std::string names;
  for (const Format* format : writable_formats()) {
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

/// The format to write: as named, or the one whose usual extension the target has; where several
/// have one, the longest. Null: none.
const Format* target_format(const ConvertOptions& options) {
  const std::string name = file_name(options.target);
  const Format* found = nullptr;
  std::size_t longest = 0;
  for (const Format* format : writable_formats()) {
    if (!options.to_format.empty()) {
      if (format->name == options.to_format) return format;
      continue;
    }
    const std::string extension = "." + std::string(format->extensions.front());
    if (!name.ends_with(extension) || extension.size() <= longest) continue;
    found = format;
    longest = extension.size();
  }
  return found;
}

/// One of the command's own refusals, as a problem that --json can print.
Problem refusal(std::string code, std::string message) {
  return {.severity = Severity::fatal, .code = std::move(code), .message = std::move(message)};
}

std::optional<Problem> check_arguments(const ConvertOptions& options) {
  if (target_format(options) == nullptr) {
    return refusal("usage", options.to_format.empty()
                                ? "The name \"" + printable(options.target) +
                                      "\" does not say which format to write: use --to with one "
                                      "of " +
                                      writable_names() + "."
                                : "\"" + printable(options.to_format) +
                                      "\" cannot be written; these can: " + writable_names() + ".");
  }
  if (options.json && options.target == "-") {
    return refusal("usage", "--json and -o - both want standard output.");
  }
  if (options.file != "-" && is_same_file(options.file, options.target)) {
    return refusal("usage", "The file would overwrite the recording: name another target.");
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

std::string report_json(const ConvertOptions& options, const Format& format,
                        const WriteReport& report, std::span<const Problem> problems,
                        JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  json.begin_object();
  json.field("file", options.target);
  json.field("format", format.name);
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

/// Opens the target, or says why not. Nothing for standard output.
Result<std::optional<AtomicFile>> open_target(const ConvertOptions& options) {
  if (options.target == "-") return std::nullopt;
  auto file = AtomicFile::create(options.target);
  if (!file) return failure(std::move(file.error()));
  return std::optional<AtomicFile>(std::move(*file));
}

/// The coordinates that are written where none are asked for.
CoordinateSystem usual_coordinates(const Input& input, const Format& format) {
  const RecordingInfo& info = input.recording->info();
  if (const auto system = coordinates_on_the_way_back(info, format.name)) return *system;
  if (format.coordinates_written == nullptr) return info.coordinates;
  return format.coordinates_written({.recording = input.recording}).value_or(info.coordinates);
}

/// The coordinates asked for, in the unit asked for; none: as recorded.
std::optional<CoordinateSystem> target_coordinates(const Input& input,
                                                   const ConvertOptions& options) {
  const RecordingInfo& info = input.recording->info();
  const Format& format = *target_format(options);
  if (!options.metres_per_unit && !options.common.coordinates) {
    return coordinates_on_the_way_back(info, format.name);
  }
  if (!options.metres_per_unit) return options.common.coordinates;
  CoordinateSystem system =
      options.common.coordinates ? *options.common.coordinates : usual_coordinates(input, format);
  system.metres_per_unit = *options.metres_per_unit;
  return system;
}

Result<WriteReport> write_recording(const Input& input, const ConvertOptions& options,
                                    std::optional<AtomicFile>& file, Console& console) {
  auto chosen = find_entities(input, options.entities);
  if (!chosen) return failure(std::move(chosen.error()));
  std::optional<std::vector<EntityIndex>> entities;
  if (*chosen) entities = std::move((*chosen)->entities);
  WriteRequest request{.recording = without_secrets(input.recording),
                       .coordinates = target_coordinates(input, options),
                       .from = options.from,
                       .to = options.to,
                       .entities = std::move(entities)};
  for (const auto& [name, value] :
       {std::pair("container", &options.container), std::pair("compression", &options.compression),
        std::pair("motion", &options.motion), std::pair("remainder", &options.remainder),
        std::pair("unreal", &options.unreal)}) {
    if (!value->empty()) request.options.emplace_back(name, *value);
  }
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    console.progress("converting", done, total, "frames");
  };
  bool is_empty = true;
  auto report = target_format(options)->write(request, interrupted(), [&](Bytes bytes) {
    is_empty = is_empty && bytes.empty();
    if (file) return file->write(bytes);
    return console.print({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
  console.end_progress();
  if (report && is_empty) {
    return failure(refusal("no-frames", "The recording has no frames: nothing is written."));
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
  const bool is_usage =
      problem.code == "coordinates" || problem.code == "option" || problem.code == "no-such-entity";
  return refuse(options, options.file, problem,
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
  auto target = open_target(options);
  if (!target) {
    return refuse(options, options.target, target.error(), ExitStatus::nothing_done, console);
  }
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  if (const auto wrong = check_range(*input.recording, options.from, options.to)) {
    return refuse(options, options.file, *wrong,
                  wrong->code == "usage" ? ExitStatus::wrong_usage : ExitStatus::nothing_done,
                  console);
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
  if (const auto secrets = input.recording->reader().secrets().size(); secrets > 0) {
    console.note(std::to_string(secrets) +
                 " session ids and tokens have stand-ins in the file; --secrets keep leaves them");
  }
  if (report->frames == 0)
    console.note("the recording has no frames: nothing but a head was written");
  std::vector<Problem> problems = input.recording->problems();
  for (Problem& problem : report->problems) fold_into(problems, std::move(problem));
  add_lost_bytes(input, problems);
  if (options.json) {
    console.print(
        report_json(options, *target_format(options), *report, problems, console.json_layout()));
  } else {
    for (const WriteLoss& loss : report->losses) console.note(loss_text(loss));
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
