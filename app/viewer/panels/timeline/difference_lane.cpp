#include "app/viewer/panels/timeline/difference_lane.h"

#include <algorithm>
#include <cmath>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/comparison/comparison_steps.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

using State = RunComparison::State;

/// The most entities that differ at once within a stretch of session time.
std::uint32_t most_differing(const RunComparison::Run& run, Seconds offset, Seconds begin,
                             Seconds end) {
  std::uint32_t most = 0;
  for (const DifferingCounts& of_stream : run.counts) {
    most = std::max(most, of_stream.most(begin - offset, end - offset));
  }
  return most;
}

Seconds offset_of_a(const ViewContext& context) {
  return context.session().recordings[context.state.comparison->a.recording].offset;
}

/// "12 entities", "comparing 42 %".
std::string lane_note(const RunComparison::Found& found) {
  if (found.state == State::failed) return "not possible";
  if (found.run == nullptr) return found.state == State::off ? "waiting" : "pairing";
  const compare::Summary& summary = *found.run->summary;
  if (found.state == State::comparing) {
    const std::size_t all = std::max<std::size_t>(1, found.run->plan->items().size());
    return std::to_string(summary.next_item() * 100 / all) + " %";
  }
  if (found.state == State::stopped) return "stopped";
  return summary.is_same() ? "none" : grouped_digits(summary.count());
}

/// Columns as high as the logarithm of how many entities differ there.
void draw_counts(const PanelContext& context, const RunComparison::Run& run,
                 const TimelineArea& area, ImDrawList& list, const TimelineLane& lane) {
  const Seconds offset = offset_of_a(context);
  std::uint32_t all = 1;
  for (const DifferingCounts& of_stream : run.counts) all = std::max(all, of_stream.most());
  const double whole = std::log2(1.0 + all);
  const float bottom = lane.bottom - area.scaled(2);
  const float height = bottom - lane.top - area.scaled(3);
  const ImU32 color = faded(context.theme.changed, 0.65F);
  const float step = std::max(1.0F, std::round(area.scaled(1)));
  float begin = std::floor(area.left);
  std::uint32_t before = 0;
  const auto draw_until = [&](float end) {
    if (before == 0) return;
    const auto share = static_cast<float>(0.25 + 0.75 * std::log2(1.0 + before) / whole);
    list.AddRectFilled({begin, std::round(bottom - height * share)}, {end, bottom}, color);
  };
  for (float x = begin; x < area.right; x += step) {
    const std::uint32_t count =
        most_differing(run, offset, area.axis.time_at(static_cast<double>(x)),
                       area.axis.time_at(static_cast<double>(x + step)));
    if (count == before) continue;
    draw_until(x);
    begin = x;
    before = count;
  }
  draw_until(area.right);
}

/// A flag where the two first differ.
void draw_first(const PanelContext& context, const RunComparison::Run& run,
                const TimelineArea& area, ImDrawList& list, const TimelineLane& lane) {
  const compare::ListedDifference* const first = run.summary->first();
  if (first == nullptr) return;
  const Seconds t =
      time_of_item(context.session(), *run.plan, *context.state.comparison, first->item);
  const float x = std::floor(area.x_of(t)) + 0.5F;
  if (x < area.left || x > area.right) return;
  const ImU32 color = packed(context.theme.error);
  list.AddLine({x, lane.top}, {x, lane.bottom}, color, std::max(1.0F, area.scaled(1.5F)));
  list.AddTriangleFilled({x, lane.top}, {x + area.scaled(9), lane.top + area.scaled(4)},
                         {x, lane.top + area.scaled(8)}, color);
}

void draw_not_compared(const PanelContext& context, const RunComparison::Run& run,
                       const TimelineArea& area, ImDrawList& list, const TimelineLane& lane) {
  const compare::Summary& summary = *run.summary;
  if (summary.is_done()) return;
  const Seconds from =
      time_of_item(context.session(), *run.plan, *context.state.comparison, summary.next_item());
  const Seconds end = context.session()
                          .recordings[context.state.comparison->a.recording]
                          .recording->timeline()
                          .range()
                          .end +
                      offset_of_a(context);
  draw_hatching(list, {std::max(area.x_of(from), area.left), lane.top + area.scaled(3)},
                {std::min(area.x_of(end), area.right), lane.bottom - area.scaled(2)},
                faded(context.theme.dim, 0.35F), area.scaled(6), area.scale);
}

}  // namespace

void draw_difference_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                          const TimelineLane& lane) {
  const Theme& theme = context.theme;
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(theme.raised, 0.4F),
                     area.scaled(2));
  std::string note;
  {
    const RunComparison::Found found = context.caches.of<RunComparison>().found();
    note = lane_note(found);
    if (found.run != nullptr) {
      list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
      draw_counts(context, *found.run, area, list, lane);
      draw_not_compared(context, *found.run, area, list, lane);
      draw_first(context, *found.run, area, list, lane);
      list.PopClipRect();
    }
  }
  const ImFont* const font = context.fonts.small;
  const float end = area.left - area.scaled(8);
  const float width = text_width(font, note);
  const float middle = (lane.top + lane.bottom) / 2;
  draw_text(list, font, {end - width, middle - font->FontSize / 2}, packed(theme.dim), note);
  const float begin = area.gutter + area.scaled(24);
  draw_text_in(list, font, {begin, lane.top}, {end - width - area.scaled(8), lane.bottom},
               packed(theme.text), "Differences");
}

void difference_menu(PanelContext& context, const TimelineLane&) {
  ViewState& state = context.state;
  const auto item = [&](CommandId command, const char* title) {
    const CommandRow& row = row_of(command);
    if (ImGui::MenuItem(title, menu_key(row.keys).c_str())) state.command_request = command;
    context.places.add_item("lane." + std::string(row.name));
  };
  item(CommandId::first_difference, "First difference");
  item(CommandId::next_difference, "Next difference");
  item(CommandId::previous_difference, "Previous difference");
  ImGui::Separator();
  if (ImGui::MenuItem("List of differences", nullptr, !state.layout.folded[AreaId::comparison])) {
    bool& is_folded = state.layout.folded[AreaId::comparison];
    is_folded = !is_folded;
  }
  if (ImGui::MenuItem("How runs are compared\u2026")) state.windows[WindowId::compare] = true;
  context.places.add_item("lane.how");
  item(CommandId::copy_comparison, "Copy as a command");
  ImGui::Separator();
  item(CommandId::compare, "End the comparison");
}

float difference_name_width(const PanelContext& context, const TimelineLane&) {
  return text_width(context.fonts.small, "Differences") +
         text_width(context.fonts.small, "  0,000,000");
}

std::string difference_remark(const PanelContext& context, const TimelineArea& area,
                              const TimelineLane&, float mouse_x) {
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  if (found.state == State::failed) return found.failure->message;
  if (found.run == nullptr || !context.state.comparison) return "";
  const Seconds begin = area.axis.time_at(static_cast<double>(mouse_x));
  const Seconds end = area.axis.time_at(static_cast<double>(mouse_x + 1));
  const std::uint32_t count = most_differing(*found.run, offset_of_a(context), begin, end);
  std::string text =
      count == 0 ? "nothing differs" : counted_text(count, "entity differs", "entities differ");
  const Seconds reach = static_cast<double>(area.scaled(kGrab)) * area.axis.seconds_per_pixel();
  constexpr std::size_t kMostNamed = 4;
  const auto steps = steps_within(context.session(), *found.run, *context.state.comparison,
                                  begin - reach, begin + reach);
  const std::size_t named = std::min(steps.size(), kMostNamed);
  for (const compare::SpreadStep& step : steps.first(named)) {
    text += "\n" + one_line(found.run->plan->name_of(step.subject), 60) + " begins to differ";
  }
  if (steps.size() > named) text += "\n+ " + grouped_digits(steps.size() - named) + " more";
  return text;
}

bool take_difference(PanelContext& context, const TimelineArea& area, const TimelineLane&,
                     float mouse_x) {
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  if (found.run == nullptr || !context.state.comparison) return false;
  const Seconds at = area.axis.time_at(static_cast<double>(mouse_x));
  Seconds nearest = static_cast<double>(area.scaled(kGrab)) * area.axis.seconds_per_pixel();
  const compare::SpreadStep* taken = nullptr;
  for (const compare::SpreadStep& step : steps_within(
           context.session(), *found.run, *context.state.comparison, at - nearest, at + nearest)) {
    const Seconds t =
        time_of_item(context.session(), *found.run->plan, *context.state.comparison, step.item);
    if (std::fabs(t - at) >= nearest) continue;
    nearest = std::fabs(t - at);
    taken = &step;
  }
  if (taken != nullptr) go_to_difference(context, *found.run, taken->item, taken->subject);
  return taken != nullptr;
}

}  // namespace scrubjay
