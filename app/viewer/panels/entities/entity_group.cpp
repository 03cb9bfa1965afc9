#include "app/viewer/panels/entities/entity_group.h"

#include <algorithm>
#include <utility>

namespace scrubjay {

namespace {

/// More are not selected at once.
constexpr std::size_t kMostSelected = 1000;

/// All that the recording ever has of them, in order.
std::vector<EntityRef> members_of(const ViewContext& context, const EntityRow& group) {
  const Recording& recording = *context.session().recordings[group.ref.recording].recording;
  std::vector<EntityRef> members;
  const std::size_t count = recording.entity_count();
  for (std::size_t i = 0; i < count; ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    if (info.kind == group.kind && info.stream == group.stream) {
      members.push_back({group.ref.recording, EntityIndex(i)});
    }
  }
  return members;
}

bool are_hidden(const ViewState& state, const std::vector<EntityRef>& members) {
  return !members.empty() && std::ranges::all_of(members, [&](EntityRef member) {
    return state.hidden.contains(member);
  });
}

/// Those that live now, or all where none does.
void select_members(ViewContext& context, const EntityRow& group) {
  std::vector<EntityRef> members = members_of(context, group);
  const auto lives = [&](EntityRef member) { return context.moment.find(member) != nullptr; };
  if (std::ranges::any_of(members, lives)) {
    std::erase_if(members, [&](EntityRef member) { return !lives(member); });
  }
  if (members.size() > kMostSelected) members.resize(kMostSelected);
  if (members.empty()) return;
  const EntityRef last = members.back();
  members.pop_back();
  context.state.selected = std::move(members);
  select(context.state, last, SelectMode::add);
}

}  // namespace

bool HiddenGroups::contains(const ViewContext& context, const EntityRow& group) {
  const auto& hidden = context.state.hidden;
  if (hidden.empty()) return false;
  std::size_t known = 0;
  for (const OpenRecording& open : context.session().recordings) {
    known += open.recording->entity_count();
  }
  const int picture = ImGui::GetFrameCount();
  const bool is_first = std::exchange(picture_, picture) != picture;
  if (known != known_ || hidden.size() != hidden_.size() || (is_first && hidden != hidden_)) {
    groups_.clear();
    hidden_ = hidden;
  }
  known_ = known;
  const auto found = groups_.find(group.ref);
  if (found != groups_.end()) return found->second;
  return groups_[group.ref] = are_hidden(context.state, members_of(context, group));
}

void toggle_hidden_group(ViewContext& context, const EntityRow& group) {
  const std::vector<EntityRef> members = members_of(context, group);
  const bool show = are_hidden(context.state, members);
  for (const EntityRef member : members) {
    if (show) {
      context.state.hidden.erase(member);
    } else {
      context.state.hidden.insert(member);
    }
  }
}

void entity_group_menu(ViewContext& context, const EntityRow& group) {
  if (ImGui::MenuItem("Select all")) select_members(context, group);
  context.places.add_item("entities.group.select");
  const bool hidden = are_hidden(context.state, members_of(context, group));
  if (ImGui::MenuItem(hidden ? "Show all" : "Hide all")) toggle_hidden_group(context, group);
  context.places.add_item("entities.group.hide");
  if (ImGui::MenuItem("Hide all others")) {
    const Recording& recording = *context.session().recordings[group.ref.recording].recording;
    context.state.hidden.clear();
    for (std::size_t i = 0; i < recording.entity_count(); ++i) {
      context.state.hidden.insert({group.ref.recording, EntityIndex(i)});
    }
    for (const EntityRef member : members_of(context, group)) context.state.hidden.erase(member);
  }
  context.places.add_item("entities.group.alone");
  if (ImGui::MenuItem("Show everything", nullptr, false, !context.state.hidden.empty())) {
    context.state.hidden.clear();
  }
}

}  // namespace scrubjay
