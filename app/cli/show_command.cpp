#include <algorithm>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "app/shared/printed_time.h"
#include "app/shared/recording_text.h"
#include "core/growing_column.h"
#include "core/lives_at.h"
#include "core/number_text.h"
#include "core/time_cursor.h"
#include "core/unique_id.h"

namespace scrubjay::cli {

namespace {

/// The last frame of a stream at or before frame `at` of the whole recording, its first when there
/// is none, none for an empty stream.
FrameIndex frame_of_stream(const Timeline& timeline, StreamIndex stream, FrameIndex at) {
  if (timeline.frame_count(stream) == 0) return FrameIndex::none();
  const std::size_t after = timeline.frames_before(stream, FrameIndex(at.value + 1));
  return timeline.frame_of(stream, after == 0 ? 0 : after - 1);
}

/// The frames asked for, in order of streams. Errors: "no-such-frame", "no-such-stream".
Result<std::vector<FrameIndex>> frames_asked_for(const Timeline& timeline,
                                                 const ShowOptions& options) {
  if (options.frame && *options.frame >= timeline.size()) {
    return failure(fatal_problem("no-such-frame", "There is no frame " +
                                                      std::to_string(*options.frame) +
                                                      ": the recording has frames 0 to " +
                                                      std::to_string(timeline.size() - 1) + "."));
  }
  const auto in_stream = [&](StreamIndex stream) {
    return options.time ? timeline.frame_at(stream, *options.time)
                        : frame_of_stream(timeline, stream, FrameIndex(*options.frame));
  };
  if (options.all_streams) {
    std::vector<FrameIndex> frames;
    for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
      const FrameIndex frame = in_stream(StreamIndex(i));
      if (frame.exists()) frames.push_back(frame);
    }
    return frames;
  }
  if (options.stream) {
    const std::optional<StreamIndex> stream = find_stream(timeline, *options.stream);
    if (!stream || timeline.frame_count(*stream) == 0) {
      return failure(fatal_problem("no-such-stream", "There is no stream \"" +
                                                         printable(*options.stream) +
                                                         "\" with frames in the recording."));
    }
    return std::vector{in_stream(*stream)};
  }
  return std::vector{options.time ? timeline.frame_at(*options.time) : FrameIndex(*options.frame)};
}

ExitStatus fail(const ShowOptions& options, const Input& input, const Problem& problem,
                ExitStatus status, Console& console) {
  console.report_failure(input.file, problem);
  if (options.json) print_failure(problem, console);
  return status;
}

/// For a time without a stream: the state at that very time where the format knows it, which may be
/// later than its frame's. Nothing where only frames are known.
std::optional<TimeCursor> between_frames(const ShowOptions& options, const Input& input) {
  if (!options.time || options.stream || options.all_streams) return std::nullopt;
  std::optional<TimeCursor> between = TimeCursor::open(input.recording);
  if (between) between->set_coordinates(options.common.coordinates);
  return between;
}

/// "1 (nF1gKq_2Z)"
std::string stream_text(const Timeline& timeline, StreamIndex stream) {
  const Stream& info = timeline.stream_info(stream);
  std::string text = printable(info.id);
  if (!info.name.empty()) text += " (" + printable(info.name) + ")";
  return text;
}

/// Ids are unique only inside their stream: says which other streams have entities of the id asked
/// for, where no stream was.
void tell_other_streams(const ShowOptions& options, const Recording& recording, FrameIndex shown,
                        const EntityFilter& filter, Console& console) {
  if (options.stream || options.all_streams) return;
  const Timeline& timeline = recording.timeline();
  std::vector<StreamIndex> others;
  for (const EntityIndex entity : filter.entities) {
    const StreamIndex stream = recording.entity(entity).stream;
    if (stream != timeline.stream(shown)) others.push_back(stream);
  }
  std::ranges::sort(others);
  const auto repeated = std::ranges::unique(others);
  others.erase(repeated.begin(), repeated.end());
  if (others.empty()) return;
  std::string text = "\"" + printable(options.entity) + "\" is also in the stream";
  text += others.size() == 1 ? " " : "s ";
  text += joined_by(others, [&](StreamIndex stream) { return stream_text(timeline, stream); });
  console.note(text + "; shown is that of " + stream_text(timeline, timeline.stream(shown)) +
               ". Choose one with --stream.");
}

/// Who is named by "3#2" is one of one stream, and what that stream shows is meant.
void choose_stream_of_one(ShowOptions& options, const Recording& recording) {
  const Timeline& timeline = recording.timeline();
  if (options.stream || options.all_streams || timeline.stream_count() < 2) return;
  if (options.entity.empty() || !recording.find_entities(options.entity).empty()) return;
  const auto one = entity_of_unique_id(recording, options.entity);
  const StreamIndex stream = one ? recording.entity(*one).stream : StreamIndex();
  if (stream.exists()) options.stream = timeline.stream_info(stream).id;
}

/// Why nothing is listed: those who were asked for live at other times.
void tell_absent(const ShowOptions& options, const Recording& recording,
                 std::span<const FrameIndex> frames, const EntityFilter& filter, Console& console) {
  std::vector<EntityIndex> others;
  for (const EntityIndex entity : filter.entities) {
    const StreamIndex of = recording.entity(entity).stream;
    for (const FrameIndex frame : frames) {
      if (of.exists() && of != recording.timeline().stream(frame)) continue;
      if (lives_at(recording, entity, frame)) return;
      if (others.empty() || others.back() != entity) others.push_back(entity);
    }
  }
  if (others.empty()) return;
  console.note("\"" + printable(options.entity) +
               "\" is not there at that time: " + listed_entities(recording, others));
}

/// A time that was printed of the frame just behind the one that is shown was hardly meant so.
void tell_frame_just_after(const ShowOptions& options, const Timeline& timeline, FrameIndex shown,
                           Console& console) {
  if (!options.time || options.all_streams) return;
  const StreamIndex stream = options.stream ? timeline.stream(shown) : StreamIndex::none();
  const FrameIndex after = frame_printed_like(timeline, *options.time, stream);
  if (!after.exists() || after == shown) return;
  console.note(frame_just_after_text(timeline, after) + ": --frame " + std::to_string(after.value) +
               " shows it");
}

/// Prints the frames and adds what decoding found to `problems`.
void print_frames(const ShowOptions& options, const Input& input,
                  std::span<const FrameIndex> frames, std::optional<TimeCursor> between,
                  const EntityFilter* filter, std::vector<Problem>& problems, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  Cursor cursor(input.recording);
  cursor.set_coordinates(options.common.coordinates);
  const Sampling sampling = options.interpolate ? Sampling::linear : Sampling::hold;
  if (options.json && options.all_streams) json.begin_array();
  for (const FrameIndex index : frames) {
    const Frame& frame = between ? between->seek(*options.time, sampling) : cursor.seek(index);
    if (options.json) {
      write_frame(json, *input.recording, frame, filter);
    } else {
      text += frame_text(*input.recording, frame, filter);
    }
    for (Problem problem : frame.problems) {
      if (!problem.frame) problem.frame = index;
      fold_into(problems, std::move(problem));
    }
  }
  if (options.json && options.all_streams) json.end_array();
  if (options.json) text += '\n';
  console.print(text);
}

}  // namespace

ExitStatus run_show(const ShowOptions& asked, Console& console) {
  ShowOptions options = asked;
  Input input{.file = options.file};
  if (!load_input(input, options.common, console)) {
    if (options.json && input.failure) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  const Timeline& timeline = input.recording->timeline();
  std::vector<Problem> problems = input.recording->problems();
  if (timeline.empty()) {
    console.report(input.file, problems);
    return fail(options, input, fatal_problem("no-frames", "The recording has no frames."),
                ExitStatus::nothing_done, console);
  }
  choose_stream_of_one(options, *input.recording);
  const auto frames = frames_asked_for(timeline, options);
  if (!frames) return fail(options, input, frames.error(), ExitStatus::wrong_usage, console);
  tell_frame_just_after(options, timeline, frames->front(), console);
  if (options.time) {
    const TimeRange wanted{*options.time, *options.time};
    const auto outside = outside_text(*input.recording, wanted, Inside::some);
    if (outside) console.note(*outside + "; shown is its frame nearest to that");
  }
  std::optional<TimeCursor> between = between_frames(options, input);
  if (options.interpolate && !between) {
    return fail(options, input,
                fatal_problem("no-interpolation",
                              "Recordings of the format " + input.recording->info().format +
                                  " say nothing of what lies between their frames."),
                ExitStatus::wrong_usage, console);
  }
  std::optional<EntityFilter> filter;
  if (!options.entity.empty()) {
    auto found = find_entities(*input.recording, options.entity);
    if (!found) return fail(options, input, found.error(), ExitStatus::wrong_usage, console);
    filter = std::move(*found);
    tell_other_streams(options, *input.recording, frames->front(), *filter, console);
    tell_absent(options, *input.recording, *frames, *filter, console);
  }
  print_frames(options, input, *frames, std::move(between), filter ? &*filter : nullptr, problems,
               console);
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
