#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

namespace {

constexpr double kBarSeconds = 10;
constexpr float kSessionBarWidth = 560;  ///< at most, before the scale

/// A recording's mark and name, in the line that is being laid out.
void recording_label(const DrawContext& context, const Session& session, std::size_t recording) {
  const SourceMark mark = mark_of(session, recording);
  const float badge = source_badge_width(context, mark);
  if (badge > 0) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_source_badge(context, *ImGui::GetWindowDrawList(), at.x,
                      at.y + ImGui::GetFrameHeight() / 2, mark);
    ImGui::Dummy({badge, ImGui::GetFrameHeight()});
    ImGui::SameLine(0, 6 * context.scale);
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(one_line(recording_name(session, recording), 60).c_str());
}

/// "sample.log", of several "3 recordings".
std::string names_of(const Session& session, const std::vector<std::size_t>& recordings) {
  if (recordings.size() == 1) return one_line(recording_name(session, recordings.front()), 60);
  return std::to_string(recordings.size()) + " recordings";
}

}  // namespace

void Shell::close_recordings(const std::vector<std::size_t>& places) {
  if (places.empty()) return;
  const std::string names = names_of(workspace_.session(), places);
  ClosedRecordings closed{{}, state_, replacements_};
  for (const std::size_t place : places | std::views::reverse) {
    keep_choices(place);
    closed.recordings.push_back(workspace_.close(place));
    recording_closed(state_, place);
    std::erase_if(replacements_, [&](RecordingReplacement& one) { return !one.close(place); });
  }
  if (closed_.size() == kMostClosings) closed_.erase(closed_.begin());
  closed_.push_back(std::move(closed));
  if (workspace_.session().recordings.empty()) {
    state_.playback = untouched_ = {};
    first_selected_.clear();
    stands_as_told_ = false;
    state_.camera_fitted = false;
    state_.layers.clear();
    state_.scenery.clear();
    state_.coordinates = options_.coordinates;
  }
  end_searches();
  apply_offsets();
  settled_ = moving_ = undoable(state_);
  // The moment held frames of what is gone.
  moment_ = &workspace_.moment(state_.playback.playhead, state_.sampling);
  show_bar(BarKind::closed, "Closed " + names + ".");
}

/// For when it is opened again.
void Shell::keep_choices(std::size_t place) {
  const Recording& recording = *workspace_.session().recordings[place].recording;
  if (!recording.file().is_mapped() || awaits_choices(recording)) return;
  settings_.choices[full_path(recording)] = choices_of(recording, place);
}

void Shell::close_selected() {
  const std::size_t count = workspace_.session().recordings.size();
  const auto primary = primary_selection(state_);
  if (count == 1) {
    close_recording(0);
  } else if (primary && primary->recording < count) {
    close_recording(primary->recording);
  } else if (count > 1 && bar_ && bar_->kind == BarKind::which_to_close) {
    close_recording(count - 1);  // asked for twice: the one opened last
  } else if (count > 1) {
    show_bar(BarKind::which_to_close);
  }
}

/// As it was before they were closed, but for what is chosen for all recordings.
void Shell::reopen_closed() {
  ClosedRecordings closed = std::move(closed_.back());
  closed_.pop_back();
  for (Workspace::Closed& one : closed.recordings | std::views::reverse) {
    workspace_.reopen(std::move(one));
  }
  replacements_ = std::move(closed.replacements);
  ViewState& before = closed.state;
  static_cast<SavedView&>(before) = state_;
  before.windows = state_.windows;
  before.full_screen = state_.full_screen;
  before.playback.playing = false;
  state_ = std::move(before);
  apply_offsets();
  settled_ = moving_ = undoable(state_);
  moment_ = &workspace_.moment(state_.playback.playhead, state_.sampling);
  bar_.reset();
}

/// The last closing is what was done before all that Ctrl+Z knows of.
void Shell::undo_view() {
  if (state_.undo.empty() && !closed_.empty()) {
    reopen_closed();
    return;
  }
  undo(state_);
  apply_offsets();
  settled_ = undoable(state_);
}

void Shell::redo_view() {
  redo(state_);
  apply_offsets();
  settled_ = undoable(state_);
}

void Shell::apply_offsets() {
  auto& open = workspace_.session().recordings;
  for (std::size_t i = 0; i < open.size(); ++i) open[i].offset = offset_of(state_, i);
}

void Shell::recording_joined(std::size_t place) {
  // What was closed is kept only while nothing new is read.
  closed_.clear();
  if (is_pair_opened_ && place == 1) {
    // Both were wanted: what may not be known is that two of a kind can be compared.
    const auto& open = workspace_.session().recordings;
    if (open[0].recording->info().format == open[1].recording->info().format) joins_behind_ = 1;
  }
  if (joins_behind_ > 0 && place >= joins_behind_) show_bar(BarKind::joined);
}

void Shell::open_or_tell(const std::vector<std::string>& paths) {
  Session& session = workspace_.session();
  const std::vector<std::string> told =
      bar_ && bar_->kind == BarKind::open_already ? bar_->paths : std::vector<std::string>();
  std::vector<std::size_t> places;
  std::vector<std::string> open_already;
  for (const std::string& path : paths) {
    const auto place = workspace_.place_of(path);
    if (!place || std::ranges::find(told, path) != told.end()) {
      open_path(path, "");
      continue;
    }
    if (std::ranges::find(places, *place) != places.end()) continue;
    places.push_back(*place);
    open_already.push_back(path);
    OpenRecording& open = session.recordings[*place];
    open.visible = true;
    open.hidden_streams.assign(open.hidden_streams.size(), false);
  }
  if (places.empty()) return;
  std::string text = names_of(session, places);
  const std::string letters = mark_of(session, places.front()).letters;
  if (places.size() > 1) {
    text += " are open already.";
  } else {
    text += " is open already" + (letters.empty() ? "" : ": " + letters) + ".";
  }
  show_bar(BarKind::open_already, std::move(text));
  bar_->paths = std::move(open_already);
}

void Shell::note_searches() {
  const bool is_known = searches_.entities == state_.entity_search &&
                        searches_.properties == state_.property_search &&
                        searches_.events == state_.event_filter &&
                        searches_.filters == state_.filters;
  const auto& open = workspace_.session().recordings;
  if (is_known && (!searches_.recordings.empty() || open.empty())) return;
  searches_ = {state_.entity_search, state_.property_search, state_.event_filter, state_.filters};
  for (const OpenRecording& one : open) searches_.recordings.push_back(one.recording);
}

void Shell::end_searches() {
  for (const OpenRecording& open : workspace_.session().recordings) {
    for (const auto& known : searches_.recordings) {
      if (known.lock() == open.recording) return;
    }
  }
  scrubjay::end_searches(state_);
}

void Shell::show_bar(BarKind kind, std::string text) {
  bar_ = SessionBar{kind, std::move(text), now_ + kBarSeconds};
}

double Shell::rest(double now) const {
  return bar_ ? std::max(0.0, bar_->until - now) : std::numeric_limits<double>::infinity();
}

void Shell::draw_session_bar(PanelContext& context, const Rect& scene, float bottom) {
  const std::size_t count = workspace_.session().recordings.size();
  const bool is_over =
      bar_ && (context.now >= bar_->until ||
               (bar_->kind == BarKind::joined && (count <= joins_behind_ || state_.comparison)) ||
               (bar_->kind == BarKind::closed && closed_.empty()));
  if (is_over) bar_.reset();
  if (!bar_) return;
  // Below, where neither the scene's buttons nor its axes are.
  ImGui::SetNextWindowPos({scene.x + scene.width / 2, bottom - 12 * scale_}, ImGuiCond_Always,
                          {0.5F, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_->raised);
  ImGui::PushStyleColor(ImGuiCol_Button, theme_->hovered);
  ImGui::Begin("##session bar", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  add_window(context.places, "bar");
  // Not under the mouse.
  if (ImGui::IsWindowHovered()) bar_->until = std::max(bar_->until, context.now + 2);
  switch (bar_->kind) {
    case BarKind::joined: draw_joined_bar(context); break;
    case BarKind::which_to_close: draw_closing_choice(context); break;
    case BarKind::map_found: draw_map_choice(context); break;
    case BarKind::word:
      ImGui::PushTextWrapPos(kSessionBarWidth * scale_);
      ImGui::TextUnformatted(bar_->text.c_str());
      ImGui::PopTextWrapPos();
      break;
    case BarKind::open_already: {
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(bar_->text.c_str());
      ImGui::SameLine(0, 16 * scale_);
      const bool is_wanted = ImGui::Button("Open again");
      context.places.add_item("bar.again");
      if (!is_wanted) break;
      for (const std::string& path : bar_->paths) open_file(path);
      bar_.reset();
      break;
    }
    case BarKind::closed: {
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(bar_->text.c_str());
      ImGui::SameLine(0, 16 * scale_);
      const bool undone = ImGui::Button("Undo");
      context.places.add_item("bar.undo");
      if (undone && !closed_.empty()) {
        // What was changed since goes first.
        while (!state_.undo.empty()) undo(state_);
        reopen_closed();
      }
      break;
    }
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
}

/// It is beside the others already; a click puts it in their place.
void Shell::draw_joined_bar(PanelContext& context) {
  const Session& session = workspace_.session();
  recording_label(context, session, session.recordings.size() - 1);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("is open beside");
  ImGui::SameLine();
  if (joins_behind_ == 1) {
    recording_label(context, session, 0);
  } else {
    ImGui::Text("%zu others", joins_behind_);
  }
  ImGui::SameLine(0, 16 * scale_);
  bool instead = false;
  if (!is_pair_opened_) {
    instead = ImGui::Button("Instead");
    context.places.add_item("bar.instead");
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip(joins_behind_ == 1 ? "Close the one that was open" : "Close the others");
    }
    ImGui::SameLine();
  }
  const bool beside = ImGui::Button("Beside");
  context.places.add_item("bar.beside");
  ImGui::SameLine();
  const bool compares = ImGui::Button("Compare");
  context.places.add_item("bar.compare");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Where the two first differ, and what follows");
  if (compares) {
    const ComparedRun joined{session.recordings.size() - 1};
    if (auto chosen = comparison_of(session, joined)) begin_comparison(state_, std::move(*chosen));
    bar_.reset();
  } else if (instead) {
    std::vector<std::size_t> others(joins_behind_);
    for (std::size_t i = 0; i < others.size(); ++i) others[i] = i;
    close_recordings(others);
    // As if it had been opened alone.
    state_.playback = untouched_ = {};
    first_selected_.clear();
    stands_as_told_ = false;
    state_.camera_fitted = false;
    state_.timeline.fit = true;
    stand_at_first_frame();
  } else if (beside) {
    bar_.reset();
  }
}

void Shell::draw_closing_choice(PanelContext& context) {
  const Session& session = workspace_.session();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Close which one?");
  ImGui::SameLine();
  ImGui::TextDisabled("Its letter; Ctrl + W: the one opened last; Esc: none.");
  std::optional<std::size_t> chosen;
  constexpr std::size_t kMost = 26;  // more have no letter of their own
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  float right = 0;
  for (std::size_t i = 0; i < std::min(session.recordings.size(), kMost); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const std::string label =
        mark_of(session, i).letters + "   " + one_line(recording_name(session, i), 40);
    const float width = ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    const bool has_room = i > 0 && right + spacing + width <= kSessionBarWidth * scale_;
    if (has_room) ImGui::SameLine();
    right = (has_room ? right + spacing : 0) + width;
    if (ImGui::Button(label.c_str())) chosen = i;
    context.places.add_item("bar.close." + std::to_string(i));
    ImGui::PopID();
  }
  if (session.recordings.size() > kMost) {
    ImGui::TextDisabled("%zu more: select what is to be closed, or its lane.",
                        session.recordings.size() - kMost);
  }
  if (chosen) close_recording(*chosen);
}

}  // namespace scrubjay
