#include <imgui.h>

#include <algorithm>

#include "app/shared/comparison/comparison_json.h"
#include "app/viewer/comparing/compared_entity.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/comparing/offset_finder.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/comparison/comparison_steps.h"
#include "app/viewer/panels/comparison/difference_rows.h"
#include "app/viewer/panels/timeline/lane_menu.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/shell/shell.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

/// The two that the view compares, or would compare first.
std::optional<ChosenComparison> two_recordings(const Session& session, const ViewState& state) {
  auto chosen = state.comparison ? state.comparison : first_comparison(session, state);
  if (chosen && chosen->a.stream) return std::nullopt;  // one clock
  return chosen;
}

}  // namespace

/// Says what is to be compared, and takes what was found of offsets.
void Shell::update_comparison(PanelContext& context) {
  RunComparison& running = caches_->of<RunComparison>();
  const Session& session = workspace_.session();
  OffsetFinder& finder = caches_->of<OffsetFinder>();
  if (const auto answer = finder.take()) {
    const auto& [chosen, a, b, found] = *answer;
    const auto& open = session.recordings;
    const bool is_open = chosen.a.recording < open.size() && chosen.b.recording < open.size() &&
                         open[chosen.a.recording].recording == a &&
                         open[chosen.b.recording].recording == b;
    if (is_open) {
      set_offset(state_, chosen.b.recording, offset_of(state_, chosen.a.recording) + found.offset);
      apply_offsets();
      show_bar(BarKind::word, printed("Moved by %s: %.0f %% agrees.",
                                      offset_text(found.offset).c_str(), found.agreement * 100));
    }
  }
  if (finder.is_running()) context.needs_redraw = true;
  if (!state_.comparison) {
    caches_->of<ComparedEntity>().want({}, workspace_.background());
    DifferenceRows& rows = caches_->of<DifferenceRows>();
    if (!rows.headers.empty()) rows = {};
  }
  // While a lane is dragged, the answer of where it was stays.
  if (caches_->of<TimelineCache>().drag.kind == TimelineDrag::Kind::move) return;
  running.want(wanted_comparison(session, state_), workspace_.background());
}

void Shell::toggle_comparison() {
  if (state_.comparison) {
    end_comparison(state_);
    return;
  }
  const Session& session = workspace_.session();
  auto chosen = first_comparison(session, state_);
  if (!chosen) return;
  begin_comparison(state_, std::move(*chosen));
  const std::size_t choices = session.recordings.size() > 1
                                  ? session.recordings.size()
                                  : session.recordings.front().recording->timeline().stream_count();
  if (choices > 2) state_.windows[WindowId::compare] = true;
}

bool Shell::can_find_offset() const {
  return two_recordings(workspace_.session(), state_).has_value();
}

void Shell::find_offset() {
  OffsetFinder& finder = caches_->of<OffsetFinder>();
  auto chosen = two_recordings(workspace_.session(), state_);
  if (!chosen || finder.is_running()) return;
  const auto& open = workspace_.session().recordings;
  finder.start({open[chosen->a.recording].recording, open[chosen->b.recording].recording},
               std::move(*chosen), workspace_.wake());
}

void Shell::copy_comparison() {
  const std::string command = comparison_command(
      workspace_.session(), state_, *state_.comparison,
      [this](std::size_t place) -> const ReadOptions& { return workspace_.read_options(place); });
  ImGui::SetClipboardText(command.c_str());
  show_bar(BarKind::word, "Copied: the command that gives the same answer.");
}

/// Of recordings that have just been read: how they lay beside others, and what they were compared
/// with if that is open, too.
void Shell::restore_comparison() {
  const auto& open = workspace_.session().recordings;
  if (open.empty()) return;
  const auto choices_at = [&](std::size_t place) -> const RecordingChoices* {
    const auto found = settings_.choices.find(full_path(*open[place].recording));
    return found == settings_.choices.end() ? nullptr : &found->second;
  };
  const auto is_new = [&](std::size_t place) {
    return std::ranges::find(to_restore_, open[place].recording) != to_restore_.end();
  };
  const auto restore_offset = [&](std::size_t place) {
    const RecordingChoices* const choices = choices_at(place);
    if (choices != nullptr && offset_of(state_, place) == 0) {
      set_offset(state_, place, choices->offset);
    }
  };
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open.size() > 1 && is_new(i)) restore_offset(i);
  }
  for (std::size_t i = 0; i < open.size() && !state_.comparison; ++i) {
    const RecordingChoices* const choices = choices_at(i);
    if (choices == nullptr || !choices->comparison) continue;
    const SavedComparison& saved = *choices->comparison;
    for (std::size_t other = 0; other < open.size(); ++other) {
      if (!is_new(i) && !is_new(other)) continue;
      if (full_path(*open[other].recording) != saved.other) continue;
      if ((other == i) != saved.streams.has_value()) continue;
      ChosenComparison chosen{{i}, {other}, saved.options};
      if (saved.streams) {
        chosen.a.stream = StreamIndex(saved.streams->first);
        chosen.b.stream = StreamIndex(saved.streams->second);
      }
      state_.comparison = std::move(chosen);
      if (other != i) restore_offset(i);
      if (other != i) restore_offset(other);
      break;
    }
  }
  apply_offsets();
  settled_ = moving_ = undoable(state_);
}

/// What is remembered with the recording that is A.
std::optional<SavedComparison> Shell::saved_comparison(std::size_t place) const {
  if (!state_.comparison || state_.comparison->a.recording != place) return std::nullopt;
  const ChosenComparison& chosen = *state_.comparison;
  const auto& open = workspace_.session().recordings;
  SavedComparison saved;
  saved.other = full_path(*open[chosen.b.recording].recording);
  if (chosen.a.stream && chosen.b.stream) {
    saved.streams.emplace(chosen.a.stream->value, chosen.b.stream->value);
  }
  saved.options = chosen.options;
  saved.options.offset = 0.0;
  return saved;
}

}  // namespace scrubjay
