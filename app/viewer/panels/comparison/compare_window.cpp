#include <imgui.h>
#include <imgui_stdlib.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/shared/comparison/comparison_words.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"

namespace scrubjay {

namespace {

constexpr float kLabelWidth = 150;
constexpr const char* kCompareTitle = "How runs are compared";

/// What is being typed into the last line of each list.
struct TypedPatterns {
  std::map<std::string, std::string> by_place;
};

/// A label at the left, the field that follows at its right.
void field_label(const DrawContext& context, const char* label) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  ImGui::SameLine(kLabelWidth * context.scale);
}

/// All that can be one of the two.
std::vector<ComparedRun> runs_of(const Session& session) {
  std::vector<ComparedRun> runs;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (session.recordings.size() > 1) runs.push_back({i});
    const Timeline& timeline = session.recordings[i].recording->timeline();
    if (timeline.stream_count() < 2) continue;
    for (std::size_t stream = 0; stream < timeline.stream_count(); ++stream) {
      if (timeline.frame_count(StreamIndex(stream)) > 0) runs.push_back({i, StreamIndex(stream)});
    }
  }
  return runs;
}

std::string run_label(const Session& session, const ComparedRun& run) {
  return mark_of(session, run).letters + "   " + one_line(run_name(session, run), 80);
}

/// The other one follows where the two cannot go together.
void choose_run(const Session& session, ChosenComparison& chosen, bool is_a,
                const ComparedRun& run) {
  ComparedRun& own = is_a ? chosen.a : chosen.b;
  ComparedRun& other = is_a ? chosen.b : chosen.a;
  if (run == other) std::swap(own, other);
  own = run;
  const bool goes_together = run.stream ? other.stream && other.recording == run.recording
                                        : !other.stream && other.recording != run.recording;
  if (goes_together && own != other) return;
  if (const auto fitting = comparison_of(session, run)) {
    other = fitting->a == run ? fitting->b : fitting->a;
  }
}

void run_choice(PanelContext& context, const char* label, bool is_a) {
  ChosenComparison& chosen = *context.state.comparison;
  const Session& session = context.session();
  const ComparedRun now = is_a ? chosen.a : chosen.b;
  field_label(context, label);
  ImGui::PushID(label);
  ImGui::SetNextItemWidth(-1);
  const std::string shown = run_label(session, now);
  const std::string place = is_a ? "compare.a" : "compare.b";
  const bool is_open = ImGui::BeginCombo("##run", shown.c_str());
  context.places.add_item(place);
  if (is_open) {
    const auto runs = runs_of(session);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(run_label(session, runs[i]).c_str(), runs[i] == now)) {
        choose_run(session, chosen, is_a, runs[i]);
      }
      context.places.add_item(place + "." + std::to_string(i));
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

/// What the automatic choice came to, where there is one.
template <class Choice, std::size_t kCount>
void named_choice(PanelContext& context, const char* label, const char* place, Choice& value,
                  const std::array<std::pair<Choice, const char*>, kCount>& choices,
                  const std::optional<Choice>& used) {
  field_label(context, label);
  const auto title_of = [&](Choice choice) {
    for (const auto& [one, title] : choices) {
      if (one == choice) return title;
    }
    return "";
  };
  std::string shown = title_of(value);
  if (value == Choice::automatic && used) shown += std::string(": ") + title_of(*used);
  ImGui::PushID(place);
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##choice", shown.c_str());
  context.places.add_item(place);
  if (is_open) {
    for (const auto& [choice, title] : choices) {
      if (ImGui::Selectable(title, choice == value)) value = choice;
      context.places.add_item(std::string(place) + "." + std::string(scrubjay::to_text(choice)));
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

void pairing_choices(PanelContext& context, compare::Options& options) {
  using compare::EntitiesBy;
  using compare::FramesBy;
  static constexpr std::array<std::pair<FramesBy, const char*>, 4> kFrames{
      {{FramesBy::automatic, "Automatic"},
       {FramesBy::frame, "in their order"},
       {FramesBy::number, "by their numbers"},
       {FramesBy::time, "by time, B interpolated"}}};
  static constexpr std::array<std::pair<EntitiesBy, const char*>, 4> kEntities{
      {{EntitiesBy::automatic, "Automatic"},
       {EntitiesBy::id, "by id"},
       {EntitiesBy::name, "by name and kind"},
       {EntitiesBy::place, "by place"}}};
  std::optional<FramesBy> by;
  std::optional<EntitiesBy> match;
  {
    const RunComparison::Found found = context.caches.of<RunComparison>().found();
    if (found.run != nullptr) {
      by = found.run->plan->pairing().by;
      match = found.run->plan->matches().by;
    }
  }
  named_choice(context, "Frames go together", "compare.by", options.by, kFrames, by);
  named_choice(context, "Entities match", "compare.match", options.match, kEntities, match);
}

void offset_fields(PanelContext& context) {
  ChosenComparison& chosen = *context.state.comparison;
  if (chosen.a.stream) return;  // one clock
  field_label(context, "B moved by");
  double offset =
      offset_of(context.state, chosen.b.recording) - offset_of(context.state, chosen.a.recording);
  ImGui::SetNextItemWidth(140 * context.scale);
  if (ImGui::InputDouble("seconds##offset", &offset, 0.1, 1, "%.6g") && std::isfinite(offset)) {
    set_offset(context.state, chosen.b.recording,
               offset_of(context.state, chosen.a.recording) + offset);
  }
  context.places.add_item("compare.offset");
  ImGui::SameLine();
  if (ImGui::Button("Find it")) context.state.command_request = CommandId::find_offset;
  context.places.add_item("compare.find_offset");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("By events of the same name, else by places");
}

void tolerance_field(PanelContext& context, const char* label, const char* place, double& value,
                     const char* tooltip) {
  field_label(context, label);
  ImGui::PushID(place);
  ImGui::SetNextItemWidth(140 * context.scale);
  double typed = value;
  const bool changed = ImGui::InputDouble("##value", &typed, 0, 0, "%.6g");
  context.places.add_item(place);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  if (changed && std::isfinite(typed) && typed >= 0) value = typed;
  ImGui::PopID();
}

/// A cross behind a row of a list; true when pressed.
bool remove_button(DrawContext& context, std::string_view place) {
  ImGui::SameLine(0, 6 * context.scale);
  const float size = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("remove", {size, size});
  context.places.add_item(place);
  draw_cross({at.x + size / 2, at.y + size / 2}, 4 * context.scale,
             packed(ImGui::IsItemHovered() ? context.theme.text : context.theme.dim));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Remove");
  return pressed;
}

void pattern_list(PanelContext& context, const char* label, const char* place,
                  std::vector<std::string>& patterns, const char* hint) {
  ImGui::PushID(place);
  field_label(context, label);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (i > 0) ImGui::SetCursorPosX(kLabelWidth * context.scale);
    ImGui::SetNextItemWidth(-40 * context.scale);
    ImGui::InputText("##pattern", &patterns[i]);
    context.places.add_item(std::string(place) + "." + std::to_string(i));
    const bool removed =
        remove_button(context, std::string(place) + ".remove." + std::to_string(i));
    ImGui::PopID();
    if (removed) patterns.erase(patterns.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  if (!patterns.empty()) ImGui::SetCursorPosX(kLabelWidth * context.scale);
  std::string& typed = context.caches.of<TypedPatterns>().by_place[place];
  ImGui::SetNextItemWidth(-40 * context.scale);
  const bool entered =
      ImGui::InputTextWithHint("##new", hint, &typed, ImGuiInputTextFlags_EnterReturnsTrue);
  context.places.add_item(std::string(place) + ".new");
  if ((entered || ImGui::IsItemDeactivatedAfterEdit()) && !typed.empty()) {
    patterns.push_back(std::exchange(typed, {}));
  }
  ImGui::PopID();
}

void tolerance_list(PanelContext& context, std::vector<compare::PathTolerance>& tolerances) {
  ImGui::PushID("tolerances of");
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    field_label(context, i == 0 ? "Of some properties" : "");
    ImGui::SetNextItemWidth(-150 * context.scale);
    ImGui::InputText("##pattern", &tolerances[i].pattern);
    ImGui::SameLine(0, 6 * context.scale);
    ImGui::SetNextItemWidth(-40 * context.scale);
    double typed = tolerances[i].tolerance;
    if (ImGui::InputDouble("##tolerance", &typed, 0, 0, "%.6g") && std::isfinite(typed) &&
        typed >= 0) {
      tolerances[i].tolerance = typed;
    }
    const bool removed = remove_button(context, "compare.tolerance_of.remove." + std::to_string(i));
    ImGui::PopID();
    if (removed) tolerances.erase(tolerances.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  field_label(context, tolerances.empty() ? "Of some properties" : "");
  if (ImGui::Button("Add a tolerance of its own")) tolerances.push_back({"**", 0});
  context.places.add_item("compare.tolerance_of.add");
  ImGui::PopID();
}

void range_field(PanelContext& context, compare::Options& options) {
  field_label(context, "Time");
  const auto& range = context.state.playback.range;
  bool is_bounded = options.from || options.to;
  const Seconds offset = offset_of(context.state, context.state.comparison->a.recording);
  if (!range && !is_bounded) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("all of it; select a range on the ruler to bound it");
    return;
  }
  std::string label = "Only";
  if (options.from) label += " from " + time_text(*options.from + offset);
  if (options.to) label += " to " + time_text(*options.to + offset);
  if (!is_bounded) label += " the selected range";
  if (ImGui::Checkbox((label + "###range").c_str(), &is_bounded)) {
    options.from.reset();
    options.to.reset();
    if (is_bounded && range) {
      const TimeRange own = own_range(*range, offset);
      options.from = own.begin;
      options.to = own.end;
    }
  }
  context.places.add_item("compare.range");
}

void last_buttons(PanelContext& context) {
  ImGui::Dummy({1, 4 * context.scale});
  if (ImGui::Button("Copy as a command")) {
    context.state.command_request = CommandId::copy_comparison;
  }
  context.places.add_item("compare.copy");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("scrubjay diff \u2026 with the same answer");
  ImGui::SameLine();
  if (ImGui::Button("Reset")) context.state.comparison->options = {};
  context.places.add_item("compare.defaults");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Everything is compared, without tolerance");
  ImGui::SameLine();
  if (ImGui::Button("End the comparison")) context.state.command_request = CommandId::compare;
  context.places.add_item("compare.end");
}

}  // namespace

void compare_window(PanelContext& context) {
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::compare];
  if (begin_window(context, kCompareTitle, open, {520 * s, 430 * s}, ImGuiCond_FirstUseEver)) {
    add_window(context.places, "compare");
    if (!context.state.comparison) {
      hint_text(context, "Two recordings, or two clients of one, are held against each other.");
      if (ImGui::Button("Compare")) context.state.command_request = CommandId::compare;
      context.places.add_item("compare.begin");
    } else {
      compare::Options& options = context.state.comparison->options;
      run_choice(context, "First run (A)", true);
      run_choice(context, "Second run (B)", false);
      pairing_choices(context, options);
      offset_fields(context);
      tolerance_field(context, "Tolerance", "compare.tolerance", options.tolerance,
                      "Numbers so near are the same; of vectors their distance, of rotations "
                      "radians");
      tolerance_field(context, "and a share of", "compare.relative", options.relative,
                      "of the larger number, added to the tolerance");
      tolerance_list(context, options.tolerance_of);
      pattern_list(context, "Leave out", "compare.ignore", options.ignore,
                   "path; * is any part of a name, ** any names");
      pattern_list(context, "Only", "compare.only", options.only, "path; empty: everything");
      pattern_list(context, "Only entities", "compare.entities", options.entities,
                   "id or name; empty: all");
      range_field(context, options);
      last_buttons(context);
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
