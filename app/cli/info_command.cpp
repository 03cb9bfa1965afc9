#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/recording_text.h"
#include "core/frame_scan.h"

namespace scrubjay::cli {

namespace {

/// How much of a recording is looked at for problems.
enum class Depth : std::uint8_t { index_only, every_frame };

/// Appends the problems that only decoding finds.
void decode_every_frame(const Input& input, std::vector<Problem>& problems, Console& console) {
  const FrameScan scan{.recording = input.recording};
  const std::size_t count = input.recording->frame_count();
  scan_frames<std::vector<Problem>>(
      scan, interrupted(),
      [](const Frame& frame, std::vector<Problem>& found) {
        found = frame.problems;
        for (Problem& problem : found) {
          if (!problem.frame) problem.frame = frame.index;
        }
        return found.size() * sizeof(Problem);
      },
      [&](FrameIndex frame, std::vector<Problem>& found) {
        for (Problem& problem : found) fold_into(problems, std::move(problem));
        console.progress("decoding", frame.value, count);
        return true;
      });
  console.end_progress();
  add_lost_bytes(input, problems);
}

/// Prints what is known of one file, as the next value of `json` or as text.
ExitStatus print_file(const std::string& file, const InfoOptions& options, Depth depth,
                      JsonWriter* json, Console& console) {
  Input input{.file = file};
  if (!load_input(input, options.common, console)) {
    if (json != nullptr && input.failure) {
      write_info_of_unopened(*json, file, options.common.format, input.size_bytes,
                             std::span(&*input.failure, 1));
    }
    return status_of_unread(input);
  }
  std::vector<Problem> problems = input.recording->problems();
  if (depth == Depth::every_frame) decode_every_frame(input, problems, console);
  if (interrupted()) return ExitStatus::nothing_done;
  if (json != nullptr) {
    write_info(*json, file, *input.recording, problems, options.common.coordinates);
  } else {
    console.print(info_text(file, *input.recording, problems, options.common.coordinates));
  }
  return conclude(input, problems, console);
}

ExitStatus print_files(const InfoOptions& options, Depth depth, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  const bool several = options.files.size() > 1;
  ExitStatus status = ExitStatus::done;
  if (options.json && several) json.begin_array();
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::string& file = options.files[i];
    if (interrupted()) return status;
    if (!options.json && i > 0) console.print("\n");
    status =
        worse(status, print_file(file, options, depth, options.json ? &json : nullptr, console));
  }
  if (options.json && several) json.end_array();
  if (options.json && !interrupted()) console.print(text + "\n");
  return status;
}

}  // namespace

ExitStatus run_info(const InfoOptions& options, Console& console) {
  return print_files(options, Depth::index_only, console);
}

ExitStatus run_verify(const InfoOptions& options, Console& console) {
  InfoOptions all = options;
  all.common.is_cache_used = false;  // what is verified is the file, not what was kept of it
  return print_files(all, Depth::every_frame, console);
}

}  // namespace scrubjay::cli
