#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/recording_text.h"
#include "core/concurrency/ordered_pipeline.h"
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
  add_lost_bytes(*input.recording, problems);
}

/// A file that was looked at.
struct Seen {
  Input input;
  bool is_loaded = false;
  std::vector<Problem> problems;
  std::string told;  ///< lines for standard error
};

void look_at(const std::string& file, const InfoOptions& options, Depth depth, Seen& seen,
             Console& console) {
  seen.input.file = file;
  seen.is_loaded = load_input(seen.input, options.common, console);
  if (!seen.is_loaded) return;
  seen.problems = seen.input.recording->problems();
  if (depth == Depth::every_frame) decode_every_frame(seen.input, seen.problems, console);
}

/// Prints what is known of one file, as the next value of `json` or as text.
ExitStatus print(const Seen& seen, const InfoOptions& options, JsonWriter* json, Console& console) {
  const Input& input = seen.input;
  if (!seen.is_loaded) {
    if (json != nullptr && input.failure) {
      write_info_of_unopened(*json, input.file, options.common.format, input.size_bytes,
                             std::span(&*input.failure, 1));
    }
    return status_of_unread(input);
  }
  if (interrupted()) return ExitStatus::nothing_done;
  if (json != nullptr) {
    write_info(*json, input.file, *input.recording, seen.problems, options.common.coordinates);
  } else {
    console.print(
        info_text(input.file, *input.recording, seen.problems, options.common.coordinates));
  }
  return conclude(input, seen.problems, console);
}

/// Whether files are read several at a time: not where one is so large that its own progress is
/// worth seeing.
bool are_many(const std::vector<std::string>& files) {
  constexpr std::uintmax_t kLarge = std::uintmax_t{64} << 20;
  return files.size() > 1 && std::ranges::none_of(files, [](const std::string& file) {
           std::error_code error;
           const std::uintmax_t size = std::filesystem::file_size(file, error);
           return !error && size > kLarge;
         });
}

/// Visits what is seen of each file, in their order.
template <class Visit>
void look_at_all(const InfoOptions& options, Depth depth, Console& console, Visit visit) {
  const std::vector<std::string>& files = options.files;
  if (!are_many(files)) {
    for (const std::string& file : files) {
      if (interrupted()) return;
      Seen seen;
      look_at(file, options, depth, seen, console);
      visit(seen);
    }
    return;
  }
  const Console of_threads = console;  // what shows progress changes meanwhile
  std::size_t begun = 0;
  OrderedPipeline<Seen> pipeline(
      helper_threads(),
      [&](Seen& seen) -> std::optional<std::uint64_t> {
        if (begun == files.size() || interrupted()) return std::nullopt;
        seen.input.file = files[begun++];
        return 0;
      },
      [&] {
        return [&](Seen& seen) {
          Console held = of_threads.held_in(seen.told);
          look_at(seen.input.file, options, depth, seen, held);
        };
      });
  std::size_t taken = 0;
  while (Seen* const seen = pipeline.take()) {
    console.progress("reading", ++taken, files.size(), "recordings");
    console.tell(seen->told);
    visit(*seen);
    *seen = {};  // here, where nobody waits for it
  }
  console.end_progress();
}

ExitStatus print_files(const InfoOptions& options, Depth depth, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  const bool several = options.files.size() > 1;
  ExitStatus status = ExitStatus::done;
  bool is_first = true;
  if (options.json && several) json.begin_array();
  look_at_all(options, depth, console, [&](const Seen& seen) {
    if (!options.json && !is_first) console.print("\n");
    is_first = false;
    status = worse(status, print(seen, options, options.json ? &json : nullptr, console));
  });
  if (interrupted()) return status;
  if (options.json && several) json.end_array();
  if (options.json) console.print(text + "\n");
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
