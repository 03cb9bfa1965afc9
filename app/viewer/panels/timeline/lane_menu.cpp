#include "app/viewer/panels/timeline/lane_menu.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panels/timeline/timeline_transport.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "core/printed.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

/// The earliest first frame of the other recordings that are shown.
std::optional<Seconds> begin_of_others(const Session& session, std::size_t recording) {
  std::optional<Seconds> begin;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (i == recording || !open.visible || open.recording->timeline().empty()) continue;
    const Seconds own = open.recording->timeline().range().begin + open.offset;
    begin = std::min(begin.value_or(own), own);
  }
  return begin;
}

/// A moment of this recording is held fast, then brought to the playhead: two events, one in each
/// recording, so come to one time.
void align_items(PanelContext& context, std::size_t recording) {
  std::optional<TakenMoment>& taken = context.state.taken_moment;
  const Seconds now = context.state.playback.playhead;
  const Seconds offset = offset_of(context.state, recording);
  if (ImGui::MenuItem(("Take its moment at the playhead, " + time_text(now - offset)).c_str())) {
    taken = TakenMoment{recording, now - offset};
  }
  context.places.add_item("lane.offset.take");
  const bool has_taken = taken && taken->recording == recording;
  const std::string label =
      has_taken ? "Align " + time_text(taken->time) + " here" : std::string("Align here");
  if (ImGui::MenuItem(label.c_str(), nullptr, false, has_taken)) {
    set_offset(context.state, recording, now - taken->time);
    taken.reset();
  }
  context.places.add_item("lane.offset.here");
  if (context.session().recordings.size() < 2) return;
  if (ImGui::MenuItem("Find the offset")) {
    context.state.command_request = CommandId::find_offset;
  }
  context.places.add_item("lane.offset.find");
}

void offset_menu(PanelContext& context, std::size_t recording) {
  const bool is_open = ImGui::BeginMenu("Move in time");
  context.places.add_item("lane.offset");
  if (!is_open) return;
  const OpenRecording& open = context.session().recordings[recording];
  double offset = offset_of(context.state, recording);
  ImGui::SetNextItemWidth(160 * context.scale);
  if (ImGui::InputDouble("seconds later", &offset, 0.1, 1, "%.3f") && std::isfinite(offset)) {
    set_offset(context.state, recording, offset);
  }
  context.places.add_item("lane.offset.seconds");
  const auto begin = begin_of_others(context.session(), recording);
  if (ImGui::MenuItem("Begin with the others", nullptr, false,
                      begin && !open.recording->timeline().empty())) {
    set_offset(context.state, recording, *begin - open.recording->timeline().range().begin);
  }
  context.places.add_item("lane.offset.align");
  align_items(context, recording);
  if (ImGui::MenuItem("As recorded", nullptr, false, offset != 0)) {
    set_offset(context.state, recording, 0);
  }
  context.places.add_item("lane.offset.reset");
  ImGui::TextDisabled("or drag its bar with Alt held");
  ImGui::EndMenu();
}

bool leaves_choices(const OpenRecording& open) {
  const Format* const format = find_format(open.recording->info().format);
  return format != nullptr && !read_options_of(*format).empty();
}

/// Windows work on the recording of the selection: that becomes this one.
void choose_recording(ViewState& state, std::size_t recording) {
  const auto primary = primary_selection(state);
  if (!primary || primary->recording != recording) select(state, {recording, EntityIndex()});
}

}  // namespace

std::string offset_text(Seconds offset) {
  return printed("%s%.3f s", offset < 0 ? "\u2212" : "+", std::fabs(offset));
}

void compare_item(PanelContext& context, const ComparedRun& run) {
  auto chosen = comparison_of(context.session(), run);
  if (!chosen) return;
  const auto& now = context.state.comparison;
  const bool is_on = now && (now->a == run || now->b == run);
  const std::string other = run_name(context.session(), chosen->a == run ? chosen->b : chosen->a);
  const std::string label = is_on ? "End the comparison" : "Compare with " + one_line(other, 60);
  if (ImGui::MenuItem(label.c_str())) {
    if (is_on) {
      end_comparison(context.state);
    } else {
      begin_comparison(context.state, std::move(*chosen));
    }
  }
  context.places.add_item("lane.compare");
}

void show_alone(Session& session, std::size_t recording) {
  const auto is_shown = [](const OpenRecording& open) { return open.visible; };
  const bool is_alone = session.recordings[recording].visible &&
                        std::ranges::count_if(session.recordings, is_shown) == 1;
  for (OpenRecording& open : session.recordings) open.visible = is_alone;
  session.recordings[recording].visible = true;
}

void recording_menu(PanelContext& context, std::size_t recording) {
  Session& session = context.workspace.session();
  OpenRecording& open = session.recordings[recording];
  const auto item = [&](const char* label, const char* key, std::string_view place,
                        bool enabled = true) {
    const bool chosen = ImGui::MenuItem(label, key, false, enabled);
    context.places.add_item(place);
    return chosen;
  };
  if (item(open.visible ? "Hide" : "Show", nullptr, "lane.visible")) open.visible = !open.visible;
  if (session.recordings.size() > 1 &&
      item("Show only this recording", "Alt+click on the eye", "lane.alone")) {
    show_alone(session, recording);
  }
  compare_item(context, {recording});
  ImGui::Separator();
  offset_menu(context, recording);
  const bool coordinates = ImGui::BeginMenu("Coordinates");
  context.places.add_item("lane.coordinates");
  if (coordinates) {
    coordinate_choices(context, open.recording->info().coordinates);
    ImGui::EndMenu();
  }
  if (item("How it is read\u2026", nullptr, "lane.reading", leaves_choices(open))) {
    choose_recording(context.state, recording);
    context.state.windows[WindowId::reading] = true;
  }
  if (item("Reload from disk", nullptr, "lane.reload")) context.workspace.reload(recording);
  if (item("Save as\u2026", "Ctrl+S", "lane.save")) {
    choose_recording(context.state, recording);
    context.state.windows[WindowId::save] = true;
  }
  ImGui::Separator();
  if (item("Close", "Ctrl+W", "lane.close")) context.state.close_request = recording;
}

}  // namespace scrubjay
