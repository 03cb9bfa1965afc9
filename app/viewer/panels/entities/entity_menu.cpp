#include "app/viewer/panels/entities/entity_menu.h"

#include <algorithm>

#include "app/shared/recording_json.h"
#include "app/viewer/panels/entities/counterparts.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/json_writer.h"
#include "core/text.h"

namespace scrubjay {

namespace {

bool is_pinned(const ViewState& state, EntityRef entity) {
  return std::ranges::find(state.pinned, entity) != state.pinned.end();
}

/// Pins the entity beside what others saw of it.
void counterpart_entries(ViewContext& context, EntityRef entity) {
  const std::vector<EntityRef> others = counterparts(context.session(), entity);
  if (others.empty()) return;
  const auto pin_beside = [&](EntityRef other) {
    toggle_pinned_beside(context.state, entity, {other});
  };
  if (others.size() == 1) {
    const std::string title =
        "In the other " +
        std::string(others[0].recording == entity.recording ? "client" : "recording") + ": " +
        owner_title(context.session(), others[0]);
    if (ImGui::MenuItem(title.c_str(), "O", is_pinned(context.state, others[0]))) {
      pin_beside(others[0]);
    }
    context.places.add_item("entities.menu.counterpart");
    return;
  }
  const bool is_open = ImGui::BeginMenu("In the other clients");
  context.places.add_item("entities.menu.counterpart");
  if (!is_open) return;
  constexpr std::size_t kMostOffered = 30;
  for (std::size_t i = 0; i < std::min(others.size(), kMostOffered); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(owner_title(context.session(), others[i]).c_str())) pin_beside(others[i]);
    ImGui::PopID();
    context.places.add_item("entities.menu.counterpart." + std::to_string(i));
  }
  ImGui::EndMenu();
}

}  // namespace

std::string entity_json(const ViewContext& context, EntityRef entity) {
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

std::string entity_title(const ViewContext& context, EntityRef entity) {
  const Entity* const found = context.moment.find(entity);
  if (found != nullptr && !found->name.empty()) {
    const std::string_view label = context.moment.label_of(entity);
    return one_line(found->name) + (label.empty() ? "" : " \xC2\xB7 " + one_line(label));
  }
  const EntityInfo info =
      context.session().recordings[entity.recording].recording->entity(entity.entity);
  return one_line(info.name.empty() ? info.id : info.name);
}

void entity_menu(ViewContext& context, EntityRef entity) {
  ViewState& state = context.state;
  const Recording& recording = *context.session().recordings[entity.recording].recording;
  if (ImGui::MenuItem("Focus the camera", "F")) state.focus_request = {entity};
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
  bool isolated = state.isolated == std::set<EntityRef>{entity};
  if (ImGui::MenuItem("Show only this", "I", &isolated)) {
    state.isolated.clear();
    if (isolated) state.isolated.insert(entity);
  }
  if (!state.hidden.empty() && ImGui::MenuItem("Show all that is hidden")) state.hidden.clear();
  bool pinned = is_pinned(state, entity);
  if (ImGui::MenuItem("Pin", "Shift + P", &pinned)) {
    if (pinned) {
      state.pinned.push_back(entity);
    } else {
      std::erase(state.pinned, entity);
    }
  }
  counterpart_entries(context, entity);
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
