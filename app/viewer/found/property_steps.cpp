#include "app/viewer/found/property_steps.h"

#include <algorithm>
#include <utility>

#include "app/viewer/panels/widgets/row_paint.h"
#include "core/place_properties.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

/// The recording of what is selected first; null: nothing is, or no entity.
std::shared_ptr<const Recording> selected_recording(const ViewContext& context, EntityRef entity) {
  const auto& recordings = context.session().recordings;
  if (entity.recording >= recordings.size() || !entity.entity.exists()) return nullptr;
  const auto& recording = recordings[entity.recording].recording;
  return entity.entity.value < recording->entity_count() ? recording : nullptr;
}

/// The entity at the playhead, with its frame; null where it is not there.
std::pair<const Frame*, const Entity*> entity_here(const ViewContext& context, EntityRef entity) {
  const MomentFrame* const shown = context.moment.frame_of(entity);
  if (shown == nullptr || shown->frame == nullptr) return {nullptr, nullptr};
  return {shown->frame, shown->frame->find(entity.entity)};
}

/// At the playhead.
bool has_property(const ViewContext& context, EntityRef entity, std::string_view path) {
  const auto [frame, here] = entity_here(context, entity);
  return here != nullptr && find_path(frame->tree, here->properties, path).has_value();
}

/// Likewise, of where it is.
bool has_place(const ViewContext& context, EntityRef entity, std::string_view path) {
  const auto [frame, here] = entity_here(context, entity);
  if (here == nullptr) return false;
  PropertyTree place;
  append_place(*frame, *here, place);
  return find_path(place, {0, place.size()}, path).has_value();
}

void finish_step(PanelContext& context, PropertySteps& steps, EntityRef entity, FrameIndex now) {
  const ValueHistory::Found found = steps.nearest.found();
  const bool is_back = steps.direction < 0;
  // A change at the playhead is where one is already.
  const FrameIndex from = is_back && now.value > 0 ? FrameIndex(std::size_t{now.value} - 1) : now;
  const ValueHistory::Entry* const entry =
      is_back ? (now.value > 0 ? found.last_until(from) : nullptr) : found.first_after(now);
  if (entry != nullptr) {
    steps.direction = 0;
    const OpenRecording& open = context.session().recordings[entity.recording];
    context.state.playback.playing = false;
    context.commands.emplace_back(SeekTo{entry->change.time + open.offset});
    context.needs_redraw = true;
    return;
  }
  const bool is_known =
      is_back ? now.value == 0 || found.knows_until(from) : found.knows_after(now);
  if (!is_known && !found.is_read()) return;
  steps.direction = 0;
  const std::string& path = context.state.chosen_property;
  const std::string property = one_line(telling_name(path), 60);
  const bool has_it = found.of().is_of_place ? has_place(context, entity, path)
                                             : has_property(context, entity, path);
  if (found.changes().empty() && !has_it) {
    const Recording& recording = *context.session().recordings[entity.recording].recording;
    context.state.bar_request =
        one_line(recording.entity(entity.entity).name, 60) + " has no " + property + " here.";
    return;
  }
  context.state.bar_request = property + (is_back ? " does not change before this frame."
                                                  : " does not change after this frame.");
}

}  // namespace

const std::string& meant_property(const ViewState& state) {
  return state.pointed_property.empty() ? state.chosen_property : state.pointed_property;
}

FrameIndex frame_at_playhead(const ViewContext& context, EntityRef entity) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  return open.recording->timeline().frame_at(
      open.recording->entity(entity.entity).stream,
      own_time(context.state.playback.playhead, open.offset));
}

void step_to_change(PanelContext& context, int direction) {
  if (meant_property(context.state).empty()) {
    context.state.bar_request = "Of which property? Click one of the selection's, or point at it.";
    return;
  }
  context.state.chosen_property = meant_property(context.state);
  context.caches.of<PropertySteps>().direction = direction;
}

void update_property_steps(PanelContext& context) {
  PropertySteps& steps = context.caches.of<PropertySteps>();
  const auto entity = primary_selection(context.state);
  HistoryOf of;
  FrameIndex now;
  if (entity) of.recording = selected_recording(context, *entity);
  if (of.recording != nullptr) {
    of.entity = entity->entity;
    of.coordinates = context.state.coordinates;
    now = frame_at_playhead(context, *entity);
  }
  const auto of_path = [&](const std::string& path) {
    HistoryOf wanted = path.empty() ? HistoryOf() : of;
    wanted.path = path;
    // A property that has the path of a part of the place goes before it.
    wanted.is_of_place = entity && is_place_path(path) && !has_property(context, *entity, path);
    return wanted;
  };
  Background& background = context.workspace.background();
  const std::string& meant =
      steps.direction != 0 ? context.state.chosen_property : meant_property(context.state);
  steps.nearest.want(of_path(meant), now, background);
  const bool is_open = context.state.windows[WindowId::history];
  steps.all.want(is_open ? of_path(context.state.chosen_property) : HistoryOf(), now, background);
  if (steps.direction == 0) return;
  if (of.recording == nullptr || !now.exists()) {
    steps.direction = 0;
    return;
  }
  finish_step(context, steps, *entity, now);
}

}  // namespace scrubjay
