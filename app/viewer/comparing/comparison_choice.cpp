#include "app/viewer/comparing/comparison_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/shared/comparison/diff_command.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/entities/stream_rows.h"

namespace scrubjay {

namespace {

/// Pairs of frames lie together where their times are this near.
constexpr Seconds kTogether = 1e-6;

const Recording& recording_of_run(const Session& session, const ComparedRun& run) {
  return *session.recordings[run.recording].recording;
}

bool is_there(const Session& session, const ComparedRun& run) {
  if (run.recording >= session.recordings.size()) return false;
  return !run.stream ||
         run.stream->value < recording_of_run(session, run).timeline().stream_count();
}

/// Read as far as it will ever be.
bool is_read(const Recording& recording) {
  return !recording.is_preview() && recording.progress().state >= IndexState::done &&
         recording.frame_count() > 0;
}

/// The streams of a recording that have frames.
std::vector<StreamIndex> streams_with_frames(const Recording& recording) {
  std::vector<StreamIndex> streams;
  for (std::size_t i = 0; i < recording.timeline().stream_count(); ++i) {
    if (recording.timeline().frame_count(StreamIndex(i)) > 0) streams.emplace_back(i);
  }
  return streams;
}

ChosenComparison ordered_runs(const ComparedRun& one, const ComparedRun& other) {
  const bool is_before = one.recording != other.recording ? one.recording < other.recording
                                                          : one.stream < other.stream;
  return is_before ? ChosenComparison{one, other} : ChosenComparison{other, one};
}

}  // namespace

bool can_compare(const Session& session) { return first_comparison(session, {}).has_value(); }

std::optional<ChosenComparison> comparison_of(const Session& session, const ComparedRun& run) {
  if (!is_there(session, run)) return std::nullopt;
  if (!run.stream) {
    if (session.recordings.size() < 2) return std::nullopt;
    return ordered_runs(run, {run.recording == 0 ? std::size_t{1} : std::size_t{0}});
  }
  for (const StreamIndex other : streams_with_frames(recording_of_run(session, run))) {
    if (other != *run.stream) return ordered_runs(run, {run.recording, other});
  }
  return std::nullopt;
}

std::optional<ChosenComparison> first_comparison(const Session& session, const ViewState& state) {
  const auto primary = primary_selection(state);
  const bool is_known = primary && primary->recording < session.recordings.size();
  if (session.recordings.size() > 1) {
    return comparison_of(session, {is_known ? primary->recording : std::size_t{0}});
  }
  if (session.recordings.empty()) return std::nullopt;
  const Recording& recording = *session.recordings.front().recording;
  const auto streams = streams_with_frames(recording);
  if (streams.size() < 2) return std::nullopt;
  StreamIndex first = streams.front();
  if (is_known && primary->entity.exists() && primary->entity.value < recording.entity_count()) {
    first = recording.entity(primary->entity).stream;
  }
  return comparison_of(session, {0, first});
}

void begin_comparison(ViewState& state, ChosenComparison chosen) {
  if (state.comparison) {
    chosen.options = state.comparison->options;
  } else {
    for (const WindowRow& window : kWindows) {
      if (window.kind == WindowKind::dialog || is_docked(state, window.id)) continue;
      state.windows[window.id] = false;
    }
  }
  state.comparison = std::move(chosen);
  state.layout.folded[AreaId::comparison] = false;
}

void end_comparison(ViewState& state) {
  state.comparison.reset();
  state.windows[WindowId::compare] = false;
}

Seconds compared_offset(const Session& session, const ChosenComparison& chosen) {
  return session.recordings[chosen.b.recording].offset -
         session.recordings[chosen.a.recording].offset;
}

std::optional<RunComparison::Wanted> wanted_comparison(const Session& session,
                                                       const ViewState& state) {
  if (!state.comparison) return std::nullopt;
  const ChosenComparison& chosen = *state.comparison;
  for (const ComparedRun* run : {&chosen.a, &chosen.b}) {
    if (!is_there(session, *run) || !is_read(recording_of_run(session, *run))) return std::nullopt;
  }
  RunComparison::Wanted wanted{{session.recordings[chosen.a.recording].recording,
                                session.recordings[chosen.b.recording].recording},
                               chosen.options};
  if (chosen.a.stream && chosen.b.stream) {
    wanted.sides.streams.emplace(*chosen.a.stream, *chosen.b.stream);
  }
  wanted.options.offset = compared_offset(session, chosen);
  wanted.options.coordinates = state.coordinates;
  wanted.options.limit.reset();
  return wanted;
}

SourceMark mark_of(const Session& session, const ComparedRun& run) {
  return run.stream ? mark_of(session, run.recording, *run.stream)
                    : mark_of(session, run.recording);
}

std::string run_name(const Session& session, const ComparedRun& run) {
  if (!run.stream) return recording_name(session, run.recording);
  return stream_title(recording_of_run(session, run).timeline(), *run.stream);
}

compare::Subject subject_of(const compare::Plan& plan, const ChosenComparison& chosen,
                            EntityRef entity) {
  if (!entity.entity.exists()) return {};
  const auto is_of = [&](const ComparedRun& run, const Recording& recording) {
    if (entity.recording != run.recording || entity.entity.value >= recording.entity_count()) {
      return false;
    }
    return !run.stream || recording.entity(entity.entity).stream == *run.stream;
  };
  if (is_of(chosen.a, plan.a())) return plan.subject_of_a(entity.entity);
  if (is_of(chosen.b, plan.b())) return plan.subject_of_b(entity.entity);
  return {};
}

std::optional<EntityRef> entity_in_a(const compare::Plan& plan, const ChosenComparison& chosen,
                                     compare::Subject subject) {
  const EntityIndex row = subject.exists() ? plan.entity_a(subject) : EntityIndex();
  return row.exists() ? std::optional(EntityRef{chosen.a.recording, row}) : std::nullopt;
}

std::optional<EntityRef> entity_in_b(const compare::Plan& plan, const ChosenComparison& chosen,
                                     compare::Subject subject) {
  const EntityIndex row = subject.exists() ? plan.entity_b(subject) : EntityIndex();
  return row.exists() ? std::optional(EntityRef{chosen.b.recording, row}) : std::nullopt;
}

std::optional<EntityRef> entity_of(const compare::Plan& plan, const ChosenComparison& chosen,
                                   compare::Subject subject) {
  const auto in_a = entity_in_a(plan, chosen, subject);
  return in_a ? in_a : entity_in_b(plan, chosen, subject);
}

std::vector<EntityRef> with_matches(const compare::Plan& plan, const ChosenComparison& chosen,
                                    std::vector<EntityRef> entities) {
  for (std::size_t i = 0, own = entities.size(); i < own; ++i) {
    const compare::Subject subject = subject_of(plan, chosen, entities[i]);
    if (!subject.exists() || !plan.is_matched(subject)) continue;
    for (const auto& side :
         {entity_in_a(plan, chosen, subject), entity_in_b(plan, chosen, subject)}) {
      if (side && std::ranges::find(entities, *side) == entities.end()) entities.push_back(*side);
    }
  }
  return entities;
}

Seconds time_of_item(const Session& session, const compare::Plan& plan,
                     const ChosenComparison& chosen, std::size_t item) {
  const compare::Item& frames = plan.items()[item];
  const Seconds offset_a = session.recordings[chosen.a.recording].offset;
  const Seconds offset_b = session.recordings[chosen.b.recording].offset;
  if (!frames.a.exists()) return plan.b().timeline().time(frames.b) + offset_b;
  const Seconds of_a = plan.a().timeline().time(frames.a) + offset_a;
  if (!frames.b.exists()) return of_a;
  const Seconds of_b = plan.b().timeline().time(frames.b) + offset_b;
  return std::fabs(of_b - of_a) <= kTogether ? std::max(of_a, of_b) : of_a;
}

std::optional<std::size_t> item_at(const Session& session, const RunComparison::Run& run,
                                   const ChosenComparison& chosen, std::size_t stream_pair,
                                   Seconds t) {
  const compare::Plan& plan = *run.plan;
  if (stream_pair >= plan.sides().stream_pairs()) return std::nullopt;
  const Timeline& timeline = plan.a().timeline();
  const StreamIndex stream = plan.sides().stream_a(stream_pair);
  const FrameIndex frame =
      timeline.frame_at(stream, own_time(t, session.recordings[chosen.a.recording].offset));
  if (!frame.exists() || frame.value >= run.item_of_a.size()) return std::nullopt;
  const std::uint32_t item = run.item_of_a[frame.value];
  if (item == RunComparison::Run::kNoItem) return std::nullopt;
  return item;
}

std::span<const compare::SpreadStep> steps_within(const Session& session,
                                                  const RunComparison::Run& run,
                                                  const ChosenComparison& chosen, Seconds begin,
                                                  Seconds end) {
  // Only pairs begin something; they are in the order of A's frames, that is of time.
  const auto time = [&](const compare::SpreadStep& step) {
    return time_of_item(session, *run.plan, chosen, step.item);
  };
  const std::vector<compare::SpreadStep>& steps = run.summary->spread();
  const auto first = std::ranges::lower_bound(steps, begin, {}, time);
  return {first, std::ranges::upper_bound(first, steps.end(), end, {}, time)};
}

const compare::SpreadStep* neighbour_step(const Session& session, const RunComparison::Run& run,
                                          const ChosenComparison& chosen, Seconds t,
                                          int direction) {
  constexpr Seconds kEver = std::numeric_limits<Seconds>::infinity();
  const auto behind = steps_within(session, run, chosen, std::nextafter(t, kEver), kEver);
  if (direction > 0) return behind.empty() ? nullptr : &behind.front();
  const auto before = steps_within(session, run, chosen, -kEver, std::nextafter(t, -kEver));
  if (before.empty()) return nullptr;
  const Seconds last = time_of_item(session, *run.plan, chosen, before.back().item);
  return &steps_within(session, run, chosen, last, last).front();
}

std::string comparison_command(const Session& session, const ViewState& state,
                               const ChosenComparison& chosen,
                               const std::function<const ReadOptions&(std::size_t)>& read_options) {
  DiffCommand command;
  command.options = chosen.options;
  command.options.offset = compared_offset(session, chosen);
  command.options.coordinates = state.coordinates;
  command.options.limit.reset();
  const auto file_of = [&](const ComparedRun& run) {
    return absolute_path(recording_of_run(session, run).file().path());
  };
  command.files.push_back(file_of(chosen.a));
  command.read = read_options(chosen.a.recording);
  if (chosen.a.stream && chosen.b.stream) {
    const Timeline& timeline = recording_of_run(session, chosen.a).timeline();
    for (const StreamIndex stream : {*chosen.a.stream, *chosen.b.stream}) {
      command.streams.emplace_back(timeline.stream_info(stream).id);
    }
    return diff_command_line(command);
  }
  command.files.push_back(file_of(chosen.b));
  for (const auto& option : read_options(chosen.b.recording)) {
    if (std::ranges::find(command.read, option) == command.read.end()) {
      command.read.push_back(option);
    }
  }
  return diff_command_line(command);
}

}  // namespace scrubjay
