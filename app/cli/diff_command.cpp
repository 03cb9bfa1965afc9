#include <string>
#include <thread>
#include <vector>

#include "analysis/compare/pair_scan.h"
#include "analysis/compare/plan.h"
#include "analysis/compare/summary.h"
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/target.h"
#include "app/shared/comparison/comparison_json.h"
#include "app/shared/comparison/comparison_junit.h"
#include "app/shared/comparison/comparison_text.h"
#include "app/shared/comparison/comparison_words.h"
#include "app/shared/plain_text.h"

namespace scrubjay::cli {

namespace {

ExitStatus fail_diff(const DiffOptions& options, const std::string& file, const Problem& problem,
                     ExitStatus status, Console& console) {
  console.report_failure(file, problem);
  if (options.json) print_failure(problem, console);
  return status;
}

/// The streams that are compared of one recording. Errors: "no-such-stream".
Result<std::pair<StreamIndex, StreamIndex>> streams_asked_for(const DiffOptions& options,
                                                              const Recording& recording) {
  StreamIndex streams[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& text = options.streams[i];
    const auto found = find_stream(recording.timeline(), text);
    if (!found || recording.timeline().frame_count(*found) == 0) {
      return failure(fatal_problem("no-such-stream", "There is no stream \"" + printable(text) +
                                                         "\" with frames in the recording."));
    }
    streams[i] = *found;
  }
  return std::pair(streams[0], streams[1]);
}

/// As --streams of one file are called.
ComparedNames compared_names(const DiffOptions& options) {
  if (options.streams.empty()) return {options.files[0], options.files[1]};
  return {options.files[0] + ", stream " + options.streams[0],
          options.files[0] + ", stream " + options.streams[1]};
}

void compare_all(const compare::Plan& plan, compare::Summary& summary, Console& console) {
  compare::compare_pairs(plan, summary, {}, interrupted(), [&](compare::ItemResult& result) {
    console.progress("comparing", result.item, plan.items().size(), "frames");
    return summary.add(result);
  });
  console.end_progress();
}

/// Both at once. False when they were interrupted.
bool index_inputs(std::vector<Input>& inputs, Console& console) {
  bool is_done_behind = true;
  std::jthread behind;
  if (inputs.size() > 1) {
    behind = std::jthread([&] {
      Console silent(true);  // one of the two shows how far it has come
      is_done_behind = index_input(inputs.back(), silent);
    });
  }
  const bool is_done = index_input(inputs.front(), console);
  if (behind.joinable()) behind.join();
  return is_done && is_done_behind;
}

/// What the recordings' index passes and decoding found wrong.
void report_problems(const Input& input, const std::vector<Problem>& of_frames, Console& console) {
  std::vector<Problem> problems = input.recording->problems();
  for (const Problem& problem : of_frames) fold_into(problems, problem);
  add_lost_bytes(*input.recording, problems);
  console.report(input.file, problems);
}

ExitStatus print_comparison(const DiffOptions& options, const compare::Plan& plan,
                            const compare::Summary& summary, Console& console) {
  if (options.json) {
    std::string text;
    JsonWriter json(text, console.json_layout());
    write_comparison(json, plan, summary);
    console.print(text + "\n");
  } else if (options.junit != "-") {
    console.print(comparison_text(plan, summary, compared_names(options)));
  }
  const bool is_told_in_text = !options.json && options.junit != "-";
  for (const std::string& told : {cut_frames_text(plan), little_compared(plan, summary),
                                  unused_patterns_text(plan, summary)}) {
    if (!told.empty() && !is_told_in_text) console.note(told);
  }
  const ExitStatus status = summary.is_same() ? ExitStatus::done : ExitStatus::has_errors;
  if (options.junit.empty()) return status;
  return worse(status,
               write_target(options.junit, comparison_junit(plan, summary, compared_names(options)),
                            console));
}

}  // namespace

ExitStatus run_diff(const DiffOptions& options, Console& console) {
  if (is_one_of(options.junit, options.files)) {
    return fail_diff(options, options.junit, overwriting_report(), ExitStatus::wrong_usage,
                     console);
  }
  std::vector<Input> inputs;
  for (const std::string& file : options.files) {
    inputs.push_back(open_input(file, options.common, console));
    const Input& input = inputs.back();
    if (input.recording != nullptr) continue;
    if (options.json) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  if (!index_inputs(inputs, console)) return ExitStatus::nothing_done;
  compare::Sides sides{inputs.front().recording, inputs.back().recording};
  if (!options.streams.empty()) {
    const auto streams = streams_asked_for(options, *sides.a);
    if (!streams) {
      return fail_diff(options, options.files[0], streams.error(), ExitStatus::wrong_usage,
                       console);
    }
    sides.streams = *streams;
  }
  compare::Options compared = options.compared;
  compared.coordinates = options.common.coordinates;
  const auto plan = compare::plan_comparison(sides, compared, interrupted());
  if (!plan) {
    const bool is_usage = plan.error().code == "no-such-entity";
    for (const Input& input : inputs) report_problems(input, {}, console);
    return fail_diff(options, options.files[0], plan.error(),
                     is_usage ? ExitStatus::wrong_usage : ExitStatus::nothing_done, console);
  }
  if (*plan == nullptr) return ExitStatus::nothing_done;
  compare::Summary summary(**plan, !options.junit.empty());
  compare_all(**plan, summary, console);
  if (interrupted()) return ExitStatus::nothing_done;
  std::vector<Problem> of_a = summary.problems_a();
  if (inputs.size() == 1)
    of_a.insert(of_a.end(), summary.problems_b().begin(), summary.problems_b().end());
  report_problems(inputs.front(), of_a, console);
  if (inputs.size() > 1) report_problems(inputs.back(), summary.problems_b(), console);
  if (summary.is_same() && summary.frames_compared() == 0) {
    return fail_diff(options, options.files[0],
                     fatal_problem("nothing-compared",
                                   "nothing was compared: no frames stand beside each other"),
                     ExitStatus::wrong_usage, console);
  }
  if ((*plan)->pairing().pairs == 0) console.note("no frames stand beside each other");
  return print_comparison(options, **plan, summary, console);
}

}  // namespace scrubjay::cli
