#include "app/viewer/panels/comparison/comparison_steps.h"

#include "app/viewer/panels/comparison/difference_rows.h"

namespace scrubjay {

void go_to_difference(ViewContext& context, const RunComparison::Run& run, std::size_t item,
                      compare::Subject subject) {
  if (!context.state.comparison) return;
  const ChosenComparison& chosen = *context.state.comparison;
  context.state.playback.playing = false;
  const Seconds time = time_of_item(context.session(), *run.plan, chosen, item);
  context.commands.emplace_back(SeekTo{time});
  const auto entity = entity_of(*run.plan, chosen, subject);
  select(context.state, entity.value_or(EntityRef{chosen.a.recording, EntityIndex()}));
  context.state.show_request.reset();
  if (entity) context.state.show_request = {*entity, time, 0};
}

void go_to_neighbour_difference(PanelContext& context, int direction) {
  if (!context.state.comparison) return;
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  if (found.run == nullptr) return;
  const ChosenComparison& chosen = *context.state.comparison;
  const Seconds now = context.state.playback.playhead;
  const compare::SpreadStep* const step =
      neighbour_step(context.session(), *found.run, chosen, now, direction);
  const auto time = [&](std::size_t item) {
    return time_of_item(context.session(), *found.run->plan, chosen, item);
  };
  // What differs first may be an event, or a frame's own: no entity begins to differ there.
  const compare::ListedDifference* const first = found.run->summary->first();
  const bool is_first_next =
      first != nullptr &&
      (direction > 0 ? time(first->item) > now && (step == nullptr || first->item < step->item)
                     : time(first->item) < now && step == nullptr);
  if (is_first_next) {
    go_to_difference(context, *found.run, first->item, first->difference.subject);
    return;
  }
  if (step == nullptr) {
    std::string word = direction > 0 ? "No other entity begins to differ after this moment"
                                     : "No entity began to differ before this moment";
    if (!found.run->summary->is_done()) word += ", as far as was compared";
    context.state.bar_request = word + ".";
    return;
  }
  go_to_difference(context, *found.run, step->item, step->subject);
  DifferenceRows& rows = context.caches.of<DifferenceRows>();
  if (const auto row = rows.row_of(step->subject)) rows.scroll.reveal = row;
}

void go_to_first_difference(PanelContext& context) {
  if (!context.state.comparison) return;
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  const compare::ListedDifference* const first =
      found.run == nullptr ? nullptr : found.run->summary->first();
  if (first != nullptr) {
    go_to_difference(context, *found.run, first->item, first->difference.subject);
  }
}

}  // namespace scrubjay
