#include "app/viewer/panels/entity_menu.h"

#include "app/recording_json.h"
#include "app/viewer/panels/entity_label.h"
#include "app/viewer/panels/row_paint.h"
#include "core/json_writer.h"
#include "core/text.h"

namespace scrubjay {

namespace {

bool is_pinned(const ViewState& state, EntityRef entity) {
  return std::ranges::find(state.pinned, entity) != state.pinned.end();
}

}  // namespace

std::string entity_json(const PanelContext& context, EntityRef entity) {
  const Recording& recording = *context.session().recordings[entity.recording].recording;
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  const MomentFrame* shown = context.moment.frame_of(entity);
  if (shown != nullptr) {
    write_entity(json, recording, *shown->frame, *shown->frame->find(entity.entity));
    return text;
  }
  const EntityInfo info = recording.entity(entity.entity);
  json.begin_object();
  json.field("id", info.id);
  json.field("name", info.name);
  json.end_object();
  return text;
}

std::string entity_title(const PanelContext& context, EntityRef entity) {
  const MomentFrame* const shown = context.moment.frame_of(entity);
  const Entity* found = shown == nullptr ? nullptr : shown->frame->find(entity.entity);
  if (found != nullptr && !found->name.empty()) {
    const std::string_view label = entity_label(*shown->frame, *found);
    return one_line(found->name) + (label.empty() ? "" : " \xC2\xB7 " + one_line(label));
  }
  const EntityInfo info =
      context.session().recordings[entity.recording].recording->entity(entity.entity);
  return one_line(info.name.empty() ? info.id : info.name);
}

void entity_menu(PanelContext& context, EntityRef entity) {
  ViewState& state = context.state;
  const Recording& recording = *context.session().recordings[entity.recording].recording;
  if (ImGui::MenuItem("Focus the camera", "F")) state.focus_request = entity;
  bool followed = state.followed == entity;
  if (ImGui::MenuItem("Follow", "V", &followed)) {
    state.followed = followed ? std::optional(entity) : std::nullopt;
  }
  ImGui::Separator();
  bool hidden = state.hidden.contains(entity);
  if (ImGui::MenuItem("Hide", "H", &hidden)) {
    if (hidden) {
      state.hidden.insert(entity);
    } else {
      state.hidden.erase(entity);
    }
  }
  bool isolated = state.isolated == entity;
  if (ImGui::MenuItem("Show only this", "I", &isolated)) {
    state.isolated = isolated ? std::optional(entity) : std::nullopt;
  }
  if (!state.hidden.empty() && ImGui::MenuItem("Show all that is hidden")) state.hidden.clear();
  bool pinned = is_pinned(state, entity);
  if (ImGui::MenuItem("Pin", "P", &pinned)) {
    if (pinned) {
      state.pinned.push_back(entity);
    } else {
      std::erase(state.pinned, entity);
    }
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Copy name")) ImGui::SetClipboardText(entity_title(context, entity).c_str());
  if (ImGui::MenuItem("Copy id")) {
    ImGui::SetClipboardText(valid_utf8(recording.entity(entity.entity).id).c_str());
  }
  if (ImGui::MenuItem("Copy as JSON")) {
    ImGui::SetClipboardText(entity_json(context, entity).c_str());
  }
}

}  // namespace scrubjay
