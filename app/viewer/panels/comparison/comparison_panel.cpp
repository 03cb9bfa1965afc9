#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>

#include "app/shared/comparison/comparison_words.h"
#include "app/shared/plain_text.h"
#include "app/viewer/panels/comparison/comparison_steps.h"
#include "app/viewer/panels/comparison/difference_rows.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

using compare::Group;
using compare::Plan;
using compare::Subject;
using compare::Summary;
using State = RunComparison::State;

std::string subject_name(const Plan& plan, Subject subject) {
  const std::string_view name = plan.name_of(subject);
  return name.empty() ? one_line(plan.id_of(subject), 60) : one_line(name, 100);
}

EntityKind subject_kind(const Plan& plan, Subject subject) {
  const EntityIndex in_a = plan.entity_a(subject);
  return in_a.exists() ? plan.a().entity(in_a).kind : plan.b().entity(plan.entity_b(subject)).kind;
}

// The head: how far it is, what to go to, what the scene shows.

/// ", from 1.000 s to 3.000 s" where not all is compared.
std::string bounds_text(const Session& session, const ChosenComparison& chosen) {
  const compare::Options& options = chosen.options;
  const Seconds offset = session.recordings[chosen.a.recording].offset;
  std::string text;
  if (options.from) text += " from " + time_text(*options.from + offset);
  if (options.to) text += " to " + time_text(*options.to + offset);
  return text.empty() ? text : "; only" + text + " was asked for";
}

/// A sentence that says what came out so far.
std::string outcome_text(const RunComparison::Found& found, const ChosenComparison& chosen,
                         const Session& session, const std::optional<Rounding>& rounding) {
  if (found.state == State::failed) return found.failure->message;
  if (found.run == nullptr) {
    return found.state == State::off ? "Waiting until both are read." : "Pairing frames\u2026";
  }
  const Plan& plan = *found.run->plan;
  const Summary& summary = *found.run->summary;
  std::string text;
  if (!summary.is_done()) {
    const std::size_t all = std::max<std::size_t>(1, plan.items().size());
    text = found.state == State::stopped ? "Stopped at " : "Comparing, ";
    text += std::to_string(summary.next_item() * 100 / all) + " %  \u00B7  ";
  }
  if (const std::string little = little_compared(plan, summary); !little.empty()) {
    return little + "  \u00B7  " + counted_text(summary.count(), "difference");
  }
  // What may not be as one thinks stands behind it.
  std::string remarks;
  for (const std::string& told : {cut_frames_text(plan), unused_patterns_text(plan, summary)}) {
    if (!told.empty()) remarks += "  \u00B7  " + told;
  }
  if (summary.is_same()) {
    return text + (summary.is_done() ? "The same: " : "nothing differs so far in ") +
           counted_text(summary.frames_compared(), "frame") + ", " +
           grouped_digits(summary.entities_compared()) + " entities, " +
           counted_text(summary.values_compared(), "value") + bounds_text(session, chosen) +
           remarks;
  }
  const Seconds first = time_of_item(session, plan, chosen, summary.first()->item);
  // Not "of" how many: who is matched, but never lives when its match does, is not among those
  // compared.
  const std::size_t differing = summary.spread().size();
  text +=
      counted_text(summary.count(), "difference") + " in " +
      (differing == 0 ? "the frames themselves" : counted_text(differing, "entity", "entities")) +
      ", first at " + time_text(first) + bounds_text(session, chosen);
  if (rounding) {
    text += "; no number more than " + printed("%.2g", rounding->largest) + " apart";
  }
  return text + remarks;
}

void draw_runs(ViewContext& context, const ChosenComparison& chosen) {
  const Session& session = context.session();
  const float height = ImGui::GetFrameHeight();
  for (const ComparedRun* run : {&chosen.a, &chosen.b}) {
    const SourceMark mark = mark_of(session, *run);
    const float badge = source_badge_width(context, mark);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_source_badge(context, *ImGui::GetWindowDrawList(), at.x, at.y + height / 2, mark);
    ImGui::Dummy({std::max(1.0F, badge), height});
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", run_name(session, *run).c_str());
    ImGui::SameLine(0, 4 * context.scale);
  }
}

/// Buttons in a row; what has no room begins another one, `labels` together. `gap`: to what is
/// before them [units of 1/96 inch].
void next_in_row(const DrawContext& context, std::initializer_list<const char*> labels,
                 float gap = 4) {
  float width = 0;
  for (const char* const label : labels) {
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    width += ImGui::CalcTextSize(label).x + padding + (width > 0 ? 2 * context.scale : 0);
  }
  ImGui::SameLine(0, gap * context.scale);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

bool button_in_row(ViewContext& context, const char* label, const char* tooltip,
                   std::string_view place) {
  const bool pressed = ImGui::Button(label);
  context.places.add_item(place);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

void shown_runs_switch(ViewContext& context, const ChosenComparison& chosen) {
  ShownRuns& shown = context.state.shown_runs;
  const Session& session = context.session();
  const std::string a = mark_of(session, chosen.a).letters;
  const std::string b = mark_of(session, chosen.b).letters;
  const struct {
    const char* label;
    ShownRuns runs;
    const char* place;
    const char* tooltip;
  } choices[] = {{a.c_str(), ShownRuns::a, "comparison.shown.a", "The scene shows the first run"},
                 {"Both", ShownRuns::both, "comparison.shown.both",
                  "The scene shows the first run, the second one as outlines"},
                 {b.c_str(), ShownRuns::b, "comparison.shown.b", "The scene shows the second run"}};
  next_in_row(context, {choices[0].label, choices[1].label, choices[2].label}, 12);
  for (const auto& choice : choices) {
    if (choice.runs != ShownRuns::a) ImGui::SameLine(0, 2 * context.scale);
    ImGui::PushID(choice.place);
    if (toggle_button(context, choice.label, shown == choice.runs, choice.place)) {
      shown = choice.runs;
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", choice.tooltip);
    ImGui::PopID();
  }
}

void draw_head(PanelContext& context, const ChosenComparison& chosen, State state,
               const std::optional<Rounding>& rounding) {
  ViewState& view = context.state;
  draw_runs(context, chosen);
  ImGui::SameLine(0, 8 * context.scale);
  if (button_in_row(context, "First", "Where the two first differ", "comparison.first")) {
    view.command_request = CommandId::first_difference;
  }
  next_in_row(context, {"Previous"});
  if (button_in_row(context, "Previous", "Where something began to differ before   Shift+D",
                    "comparison.previous")) {
    view.command_request = CommandId::previous_difference;
  }
  next_in_row(context, {"Next"});
  if (button_in_row(context, "Next", "Where something begins to differ next   D",
                    "comparison.next")) {
    view.command_request = CommandId::next_difference;
  }
  next_in_row(context, {"By entity", "By path"}, 12);
  bool& by_path = view.differences_by_path;
  if (toggle_button(context, "By entity", !by_path, "comparison.by_entity")) by_path = false;
  ImGui::SameLine(0, 2 * context.scale);
  if (toggle_button(context, "By path", by_path, "comparison.by_path")) by_path = true;
  shown_runs_switch(context, chosen);
  next_in_row(context, {"How\u2026"});
  if (button_in_row(context, "How\u2026",
                    "Tolerances, what is left out, how frames and entities match",
                    "comparison.how")) {
    view.windows[WindowId::compare] = true;
  }
  RunComparison& running = context.caches.of<RunComparison>();
  if (rounding) {
    const std::string label = "Tolerate " + printed("%.0e", rounding->tolerance);
    const std::string why = "No number is more than " + printed("%.2g", rounding->largest) +
                            " apart, as conversions round them: take them for the same";
    next_in_row(context, {label.c_str()});
    if (button_in_row(context, label.c_str(), why.c_str(), "comparison.rounding")) {
      view.comparison->options.tolerance = rounding->tolerance;
    }
  }
  const bool is_going = state == State::comparing || state == State::planning;
  if (is_going || state == State::stopped) {
    const char* const label = is_going ? "Stop" : "Go on";
    next_in_row(context, {label});
    if (button_in_row(context, label,
                      is_going ? "What was found stays" : "From where it was stopped",
                      "comparison.stop")) {
      is_going ? running.stop() : running.go_on();
    }
  }
}

// The list.

struct DifferenceColumns {
  float name;
  float what;
  float from;
  float largest;
  float first;
  float end;
};

DifferenceColumns columns_between(const DrawContext& context, float left, float right) {
  const float s = context.scale;
  DifferenceColumns columns{};
  columns.end = right - 8 * s;
  columns.first = columns.end - 84 * s;
  columns.largest = columns.first - 84 * s;
  const float rest = columns.largest - left;
  columns.name = left + 30 * s;
  columns.what = left + rest * 0.42F;
  columns.from = left + rest * 0.6F;
  return columns;
}

/// Between two columns of numbers [units of 1/96 inch].
constexpr float kNumberGap = 14;

/// Ends at `end`, and is cut off where it would begin before `begin`.
void draw_number(ImFont* font, float begin, float end, float top, float bottom, ImU32 color,
                 std::string_view text) {
  const float width = std::min(text_width(font, text), end - begin);
  draw_text(font, end - width, top, bottom, color, text, width + 1);
}

/// Above the columns of as many rows, which may need a scroll bar.
void draw_column_titles(const ViewContext& context, std::size_t rows) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float height = std::round(18 * context.scale);
  const float width = list_width(rows, row_height(context), height);
  const DifferenceColumns at = columns_between(context, min.x, min.x + width);
  const ImU32 color = packed(context.theme.dim);
  const bool by_path = context.state.differences_by_path;
  const auto title = [&](float x, float end, const char* text) {
    draw_text(context.fonts.small, x, min.y, min.y + height, color, text, end - x - 8);
  };
  title(at.name, at.what, by_path ? "Property" : "Entity");
  title(at.what, at.from, by_path ? "Entities" : "Differs in");
  if (!by_path) title(at.from, at.largest, "May come from");
  draw_number(context.fonts.small, at.largest, at.first - kNumberGap * context.scale, min.y,
              min.y + height, color, by_path ? "Largest" : "Apart");
  draw_number(context.fonts.small, at.first, at.end, min.y, min.y + height, color, "First at");
  ImGui::Dummy({width, height});
}

/// What stands in the columns of a row.
struct RowTexts {
  std::string name;
  std::string id;
  std::string what;
  std::string from;
  std::string largest;
  std::string tooltip;
  std::size_t item = 0;
  Subject subject;
  compare::PathId path;
  double distance = std::numeric_limits<double>::quiet_NaN();
  bool is_entity = false;
  bool is_path = false;  ///< the name is the whole path
};

void name_entity(const Plan& plan, Subject subject, RowTexts& out) {
  out.subject = subject;
  if (!subject.exists()) {
    out.name = "The frames themselves";
    return;
  }
  out.is_entity = true;
  out.name = subject_name(plan, subject);
  const std::string id = one_line(plan.id_of(subject), 60);
  if (id != out.name) out.id = id;
}

void name_path(const Plan& plan, const Group* group, compare::PathId path, RowTexts& out) {
  out.path = path;
  out.is_path = path.exists();
  if (path.exists()) {
    out.name = one_line(plan.paths()[path], 200);
    return;
  }
  const bool is_of_frames = group != nullptr && !group->subject.exists();
  out.name = is_of_frames ? "a frame of one run only" : "there in one run only";
}

/// "only in B" of what has no match.
std::string side_note(const ViewContext& context, const Plan& plan, Subject subject) {
  if (!subject.exists()) return "";
  if (plan.is_matched(subject)) return "";
  const bool has_a = plan.entity_a(subject).exists();
  const ChosenComparison& chosen = *context.state.comparison;
  return "only in " + mark_of(context.session(), has_a ? chosen.a : chosen.b).letters;
}

RowTexts texts_of_entity(const ViewContext& context, const RunComparison::Run& run,
                         const DifferenceRows::Header& header) {
  const Plan& plan = *run.plan;
  RowTexts out;
  name_entity(plan, header.subject, out);
  const Group& first = run.summary->groups()[header.groups.front()];
  out.item = first.first_item;
  out.what = side_note(context, plan, header.subject);
  if (out.what.empty()) {
    out.what = counted_text(header.groups.size(), "property", "properties");
  }
  for (const std::uint32_t row : header.groups) {
    const Group& group = run.summary->groups()[row];
    const bool is_place = group.path.exists() && plan.paths()[group.path] == "position";
    if (!is_place) continue;
    out.largest = apart_text(plan, group.first_item, group.path, group.largest);
    break;
  }
  const compare::SpreadStep* const step =
      header.subject.exists() ? run.summary->spread_of(header.subject) : nullptr;
  const auto name_of = [&](Subject subject) {
    const std::string name = subject_name(plan, subject);
    const std::string id = one_line(plan.id_of(subject), 60);
    return id == name ? name : name + " " + id;
  };
  if (step != nullptr && step->from.exists()) {
    out.from = name_of(step->from);
    out.tooltip = "It may differ because of " + out.from +
                  ", which differed before: a guess by parents, references, events and nearness.";
  } else if (step != nullptr && step->beside.exists() && plan.is_matched(header.subject)) {
    out.tooltip = name_of(step->beside) +
                  " begins to differ in the same frame, and an event or a reference joins the two: "
                  "the cause may be on either side.";
    out.from = "with " + name_of(step->beside);
  }
  return out;
}

RowTexts texts_of_path(const RunComparison::Run& run, const DifferenceRows::Header& header) {
  RowTexts out;
  const Group& first = run.summary->groups()[header.groups.front()];
  name_path(*run.plan, &first, header.path, out);
  out.item = first.first_item;
  out.subject = first.subject;
  out.what = grouped_digits(header.groups.size());
  if (header.sum != DifferenceRows::kNone) {
    const compare::PathSum& sum = run.summary->by_path()[header.sum];
    out.what = grouped_digits(sum.entities) + " in " + counted_text(sum.frames, "frame");
    out.largest = apart_text(*run.plan, sum.first_item, sum.path, sum.largest);
    out.distance = sum.largest;
  }
  return out;
}

RowTexts texts_of_group(const RunComparison::Run& run, const Group& group, bool by_path) {
  RowTexts out;
  if (by_path) {
    name_entity(*run.plan, group.subject, out);
  } else {
    name_path(*run.plan, &group, group.path, out);
    out.subject = group.subject;
  }
  out.path = group.path;
  out.item = group.first_item;
  out.what = counted_text(group.count, "time");
  out.largest = apart_text(*run.plan, group.first_item, group.path, group.largest);
  out.distance = group.largest;
  return out;
}

/// What a row's right button offers.
void row_menu(ViewContext& context, const RunComparison::Run& run, const RowTexts& texts) {
  if (!ImGui::BeginPopup("difference menu")) return;
  compare::Options& options = context.state.comparison->options;
  const std::string path =
      texts.path.exists() ? std::string(run.plan->paths()[texts.path]) : std::string();
  if (ImGui::MenuItem("Leave this property out", nullptr, false, !path.empty())) {
    options.ignore.push_back(path);
  }
  context.places.add_item("comparison.row.ignore");
  const bool has_distance = !path.empty() && !std::isnan(texts.distance);
  const std::string tolerate = has_distance
                                   ? "Tolerate differences up to " + printed("%.4g", texts.distance)
                                   : std::string("Tolerate differences");
  if (ImGui::MenuItem(tolerate.c_str(), nullptr, false, has_distance)) {
    options.tolerance_of.push_back({path, texts.distance});
  }
  context.places.add_item("comparison.row.tolerate");
  if (ImGui::MenuItem("Copy the name")) ImGui::SetClipboardText(texts.name.c_str());
  ImGui::EndPopup();
}

void draw_difference(ViewContext& context, const RunComparison::Run& run, DifferenceRows& rows,
                     std::size_t index, ImVec2 min, ImVec2 max) {
  const DifferenceRows::Row row = rows.row(index);
  const DifferenceRows::Header& header = rows.headers[row.header];
  const bool is_header = row.group == DifferenceRows::kNone;
  const RowTexts texts = !is_header
                             ? texts_of_group(run, run.summary->groups()[row.group], rows.by_path)
                         : rows.by_path ? texts_of_path(run, header)
                                        : texts_of_entity(context, run, header);
  const float s = context.scale;
  const Theme& theme = context.theme;
  ImGui::PushID(static_cast<int>(index));
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  context.places.add_item("comparison.row." + std::to_string(index));
  const bool hovered = ImGui::IsItemHovered();
  const int fold = fold_key();
  const bool on_fold = is_header && pointer_x() < min.x + 18 * s;
  const auto entity = entity_of(*run.plan, *context.state.comparison, texts.subject);
  const bool is_chosen = entity && is_selected(context.state, *entity);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_chosen || hovered) {
    list.AddRectFilled(min, max, packed(is_chosen ? theme.selected : theme.hovered), 3 * s);
  }
  const DifferenceColumns at = columns_between(context, min.x, max.x);
  const float middle = (min.y + max.y) / 2;
  float x = is_header ? at.name - 12 * s : at.name + 10 * s;
  if (is_header) {
    const bool is_open = rows.is_unfolded(row.header);
    draw_fold({min.x + 9 * s, middle}, 4 * s, is_open, packed(theme.dim));
    const bool toggles = (pressed && on_fold) || fold == (is_open ? -1 : +1);
    if (toggles) toggle_header(*run.plan, row.header, context.state.open_differences, rows);
  }
  if (texts.is_entity) {
    const EntityKind kind = subject_kind(*run.plan, texts.subject);
    draw_kind({x + 6 * s, middle}, 4 * s, kind, packed(kind_color(theme, kind)));
    x += 16 * s;
  }
  if (texts.is_path) {
    draw_path(context, x, at.what - 8 * s, min.y, max.y, packed(theme.text), texts.name);
  } else {
    const float used = draw_name(context.fonts.text, x, min.y, max.y, packed(theme.text),
                                 texts.name, at.what - x - 8 * s);
    draw_text_if_room(context.fonts.small, x + used + 8 * s, min.y, max.y, packed(theme.dim),
                      texts.id, at.what - x - used - 16 * s);
  }
  const auto cell = [&](float begin, float end, const std::string& text, const ImVec4& color) {
    draw_text(context.fonts.small, begin, min.y, max.y, packed(color), text, end - begin - 8 * s);
  };
  cell(at.what, rows.by_path ? at.largest : at.from, texts.what, theme.dim);
  if (!rows.by_path) {
    // Names of a kind differ at their ends.
    draw_name(context.fonts.small, at.from, min.y, max.y, packed(theme.dim), texts.from,
              at.largest - at.from - 8 * s);
  }
  draw_number(context.fonts.small, at.largest, at.first - kNumberGap * s, min.y, max.y,
              packed(theme.text), texts.largest);
  const Seconds first =
      time_of_item(context.session(), *run.plan, *context.state.comparison, texts.item);
  draw_number(context.fonts.small, at.first, at.end, min.y, max.y, packed(theme.text),
              time_text(first));
  if (entity && hovered) context.state.hovered = entity;
  if (pressed && !on_fold) go_to_difference(context, run, texts.item, texts.subject);
  if (hovered && !texts.tooltip.empty() && pointer_x() >= at.from && pointer_x() < at.largest) {
    text_tooltip(context, texts.tooltip);
  }
  if (hovered && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("difference menu");
  row_menu(context, run, texts);
  ImGui::PopID();
}

}  // namespace

void comparison_panel(PanelContext& context) {
  if (!context.state.comparison) return;
  const ChosenComparison chosen = *context.state.comparison;
  State state = State::off;
  std::optional<Rounding> rounding;
  std::string& outcome = context.caches.of<DifferenceRows>().outcome;
  {
    const RunComparison::Found found = context.caches.of<RunComparison>().found();
    state = found.state;
    if (found.run != nullptr && found.run->summary->is_done()) {
      rounding = rounding_of(*found.run->summary);
    }
    outcome = outcome_text(found, chosen, context.session(), rounding);
  }
  draw_head(context, chosen, state, rounding);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = std::round(20 * context.scale);
  draw_text(context.fonts.text, at.x, at.y, at.y + line,
            packed(state == State::failed ? context.theme.error : context.theme.text), outcome,
            width);
  ImGui::Dummy({width, line});
  context.places.add_item("comparison.outcome");
  DifferenceRows& rows = context.caches.of<DifferenceRows>();
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  const bool is_all = update_difference_rows(found.kept, context.state.differences_by_path,
                                             context.state.open_differences, rows);
  if (!is_all) context.needs_redraw = true;
  if (rows.size() == 0) return;
  draw_column_titles(context, rows.size());
  ListView list("differences", rows.size(), row_height(context), rows.scroll);
  for (std::size_t row = list.first(); row < std::min(list.last(), rows.size()); ++row) {
    draw_difference(context, *found.run, rows, row, list.row_min(row), list.row_max(row));
  }
}

}  // namespace scrubjay
