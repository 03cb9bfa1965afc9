#include "app/viewer/panels/filters/filter_editor.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <imgui_stdlib.h>

#include "app/shared/filter_file.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

/// Draws a field whose value holds at once: Esc leaves it, and takes nothing back, as Dear ImGui
/// would.
template <class Value, class Draw>
bool live_field(Value& value, Draw draw) {
  const Value typed = value;
  const bool is_changed = draw(value);
  if (!ImGui::IsItemDeactivated() || !is_pressed(ImGuiKey_Escape)) return is_changed;
  value = typed;
  return false;
}

bool text_field(const char* label, const char* hint, std::string& text) {
  return live_field(
      text, [&](std::string& value) { return ImGui::InputTextWithHint(label, hint, &value); });
}

void labelled_field(DrawContext& context, const char* label, const char* hint, std::string& text,
                    const char* place, bool takes_keyboard = false) {
  const float s = context.scale;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine(64 * s);
  ImGui::SetNextItemWidth(-1);
  if (takes_keyboard) give_keyboard_to_next();
  text_field((std::string("##") + label).c_str(), hint, text);
  context.places.add_item(place);
}

constexpr std::array kTypeNames{"text", "number", "yes / no"};
constexpr std::array kModeNames{"contains", "is",           "is about",
                                "is not",   "is less than", "is more than"};

void draw_type(FilterMember& member) {
  if (!ImGui::BeginCombo("##type", kTypeNames[static_cast<std::size_t>(member.type)])) return;
  for (std::size_t i = 0; i < kTypeNames.size(); ++i) {
    const auto type = static_cast<MemberType>(i);
    if (!ImGui::Selectable(kTypeNames[i], member.type == type)) continue;
    member.type = type;
    if (!is_usable(type, member.mode)) {
      member.mode = type == MemberType::string ? MemberMode::contains : MemberMode::equals;
    }
  }
  ImGui::EndCombo();
}

void draw_mode(FilterMember& member) {
  if (!ImGui::BeginCombo("##mode", kModeNames[static_cast<std::size_t>(member.mode)])) return;
  for (std::size_t i = 0; i < kModeNames.size(); ++i) {
    const auto mode = static_cast<MemberMode>(i);
    if (!is_usable(member.type, mode)) continue;
    if (ImGui::Selectable(kModeNames[i], member.mode == mode)) member.mode = mode;
  }
  ImGui::EndCombo();
}

void draw_member_value(FilterMember& member) {
  switch (member.type) {
    case MemberType::string: text_field("##value", "value", member.text); break;
    case MemberType::number: {
      double number = member.number;
      const bool is_changed = live_field(number, [](double& value) {
        return ImGui::InputDouble("##value", &value, 0, 0, "%.10g");
      });
      if (is_changed && std::isfinite(number)) member.number = number;
      break;
    }
    case MemberType::boolean: {
      if (ImGui::BeginCombo("##value", member.boolean ? "yes" : "no")) {
        if (ImGui::Selectable("yes", member.boolean)) member.boolean = true;
        if (ImGui::Selectable("no", !member.boolean)) member.boolean = false;
        ImGui::EndCombo();
      }
      break;
    }
  }
}

void use_suggestion(FilterMember& member, const FilterSuggestion& suggestion) {
  member.name = suggestion.name;
  member.type = suggestion.type;
  if (!is_usable(member.type, member.mode)) {
    member.mode = member.type == MemberType::string ? MemberMode::contains : MemberMode::equals;
  }
}

/// Below the field that was drawn last, while one types into it: names that fit. A press takes one,
/// since the field lets go of the keyboard with it.
void draw_suggestions(DrawContext& context, FilterMember& member, std::size_t place,
                      const std::vector<FilterSuggestion>& suggestions) {
  constexpr std::size_t kMostShown = 8;
  if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
  const auto fitting = fitting_suggestions(suggestions, member.name, kMostShown);
  if (fitting.empty()) return;
  const ImVec2 min = ImGui::GetItemRectMin();
  const float width = std::max(ImGui::GetItemRectSize().x, 220 * context.scale);
  const float row = row_height(context);
  ImGui::SetNextWindowPos({min.x, ImGui::GetItemRectMax().y});
  ImGui::SetNextWindowSize({width, row * static_cast<float>(fitting.size()) + 8 * context.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * context.scale, 4 * context.scale});
  ImGui::Begin("##suggestions", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_Tooltip);
  ImGui::PopStyleVar();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float end = start.x + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    const ImVec2 top{start.x, start.y + row * static_cast<float>(i)};
    const ImVec2 bottom{end, top.y + row};
    const bool hovered = ImGui::IsMouseHoveringRect(top, bottom);
    if (hovered) {
      ImGui::GetWindowDrawList()->AddRectFilled(top, bottom, packed(context.theme.hovered));
    }
    const float used =
        draw_text(context.fonts.text, top.x + 4, top.y, bottom.y, packed(context.theme.text),
                  one_line(fitting[i]->name), end - top.x - 8);
    draw_text_if_room(context.fonts.small, top.x + used + 12, top.y, bottom.y,
                      packed(context.theme.dim), one_line(fitting[i]->unit, 30),
                      end - top.x - used - 16);
    context.places.add(
        "filters.member." + std::to_string(place) + ".suggestion." + std::to_string(i), top,
        bottom);
    if (hovered && ImGui::IsMouseClicked(0)) use_suggestion(member, *fitting[i]);
  }
  ImGui::End();
}

/// The unit of what a condition is about, where it is known.
std::string_view unit_of(const FilterMember& member,
                         const std::vector<FilterSuggestion>& suggestions) {
  const auto found = std::ranges::find(suggestions, member.name, &FilterSuggestion::name);
  return found == suggestions.end() ? std::string_view() : found->unit;
}

/// One condition on one line; true when it is to be removed.
bool draw_member(DrawContext& context, FilterMember& member, std::size_t place,
                 const std::vector<FilterSuggestion>& suggestions) {
  const float s = context.scale;
  const float width = ImGui::GetContentRegionAvail().x;
  const float cross = ImGui::GetFrameHeight();
  const float gap = 6 * s;
  const float type = 92 * s;
  const float mode = 118 * s;
  const float rest = std::max(80 * s, width - type - mode - cross - 4 * gap);
  const std::string id = "filters.member." + std::to_string(place);
  ImGui::SetNextItemWidth(rest * 0.55F);
  text_field("##name", "property, such as position.x", member.name);
  context.places.add_item(id + ".name");
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    const auto known = std::ranges::find(suggestions, member.name, &FilterSuggestion::name);
    if (known != suggestions.end()) use_suggestion(member, *known);
  }
  draw_suggestions(context, member, place, suggestions);
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(type);
  draw_type(member);
  context.places.add_item(id + ".type");
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(mode);
  draw_mode(member);
  context.places.add_item(id + ".mode");
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(rest * 0.45F);
  draw_member_value(member);
  context.places.add_item(id + ".value");
  if (const std::string_view unit = unit_of(member, suggestions); !unit.empty()) {
    if (ImGui::IsItemHovered()) text_tooltip(context, "in " + one_line(unit, 30));
  }
  ImGui::SameLine(0, gap);
  const bool remove = ImGui::Button("\u00D7", {cross, 0});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Remove this condition");
  context.places.add_item(id + ".remove");
  return remove;
}

void draw_members(DrawContext& context, Filter& filter,
                  const std::vector<FilterSuggestion>& suggestions, bool first_takes_keyboard) {
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < filter.members.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (i == 0 && first_takes_keyboard) give_keyboard_to_next();
    if (draw_member(context, filter.members[i], i, suggestions)) removed = i;
    ImGui::PopID();
  }
  if (removed) {
    filter.members.erase(filter.members.begin() + static_cast<std::ptrdiff_t>(*removed));
  }
  if (filter.members.size() < kMostMembers) {
    if (ImGui::Button("+ Condition")) filter.members.emplace_back();
    context.places.add_item("filters.add.member");
  }
  if (filter.members.size() < 2) return;
  ImGui::SameLine(0, 10 * context.scale);
  if (filter.kind == FilterKind::event) {
    ImGui::Checkbox("Any one of them is enough", &filter.is_any_enough);
    context.places.add_item("filters.any");
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("All of them must hold.");
}

}  // namespace

void draw_editor(DrawContext& context, ListedFilter& listed,
                 const std::vector<FilterSuggestion>& suggestions, bool is_new) {
  Filter& filter = listed.filter;
  const std::string words = describe(filter);
  labelled_field(context, "Title", words.c_str(), filter.title, "filters.title");
  if (filter.kind == FilterKind::event) {
    labelled_field(context, "Event", "any name, or a part of it", filter.name, "filters.name",
                   is_new);
    labelled_field(context, "Tag", "any tag, or a part of it", filter.tag, "filters.tag");
  } else {
    labelled_field(context, "Group", "any group of properties, or a part of its name", filter.group,
                   "filters.group");
  }
  draw_members(context, filter, suggestions, is_new && filter.kind == FilterKind::property);
}

}  // namespace scrubjay
