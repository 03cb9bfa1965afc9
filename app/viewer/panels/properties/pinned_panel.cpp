#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/counterparts.h"
#include "app/viewer/panels/entities/entity_details.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/properties/derived_rows.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/properties/property_paint.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/plots/plot_curves.h"

namespace scrubjay {

namespace {

/// A pinned entity may be of a recording that was reloaded and is shorter now.
bool exists(const ViewContext& context, EntityRef ref) {
  const auto& recordings = context.session().recordings;
  return ref.recording < recordings.size() && ref.entity.exists() &&
         ref.entity.value < recordings[ref.recording].recording->entity_count();
}

std::vector<EntityRef> shown_entities(const ViewContext& context) {
  std::vector<EntityRef> shown;
  for (const EntityRef ref : context.state.pinned) {
    if (exists(context, ref)) shown.push_back(ref);
  }
  return shown;
}

/// Which rows are listed.
void choose_rows(PropertiesCache& cache, bool only_different) {
  cache.pinned_only_different = only_different;
  cache.pinned_shown.clear();
  for (std::size_t row = 0; row < cache.pinned_rows.size(); ++row) {
    if (!only_different || cache.pinned_rows[row].is_different) cache.pinned_shown.push_back(row);
  }
}

/// Puts what is derived behind what was recorded, again when that is known only now.
bool append_derived_to(const PanelContext& context, PropertySnapshot& snapshot, bool is_new,
                       DerivedAppended& appended) {
  const DerivedKey key = derived_key(context, snapshot);
  if (!is_new && key == appended.key) return false;
  PropertyTree tree;
  append_derived(context, snapshot, tree);
  if (is_new) appended.begin = snapshot.tree.size();
  snapshot.tree.truncate(appended.begin);
  snapshot.tree.append_copy(tree, {0, tree.size()});
  if (!snapshot.previous_of.empty()) snapshot.previous_of.resize(snapshot.tree.size(), kNoNode);
  // As recorded, too: it stands beside what is shown in other coordinates.
  if (!snapshot.recorded.empty()) {
    snapshot.recorded.truncate(appended.begin);
    snapshot.recorded.append_copy(tree, {0, tree.size()});
  }
  appended.key = key;
  return true;
}

void update(PanelContext& context, PropertiesCache& cache, const std::vector<EntityRef>& shown) {
  bool changed = cache.pinned.size() != shown.size();
  cache.pinned.resize(shown.size());
  cache.pinned_derived.resize(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool is_new = update_snapshot(context.session(), context.moment, shown[i],
                                        context.state.coordinates, cache.pinned[i]);
    changed |= is_new;
    changed |= append_derived_to(context, cache.pinned[i], is_new, cache.pinned_derived[i]);
  }
  const bool only_different = context.state.pinned_only_different && shown.size() > 1;
  if (!changed && only_different == cache.pinned_only_different) return;
  if (changed) {
    std::vector<const PropertyTree*> trees;
    for (const PropertySnapshot& snapshot : cache.pinned) trees.push_back(&snapshot.tree);
    align_properties(trees, cache.pinned_rows);
  }
  choose_rows(cache, only_different);
}

struct Columns {
  float names;              ///< width of the names
  float each;               ///< width of each entity's values
  bool are_of_one = false;  ///< all of one entity, as several saw it
};

/// Values have room for a vector, as long as names keep enough of it.
Columns columns_of(const ViewContext& context, float width, std::size_t count) {
  constexpr float kVector = 17;  // digits of three numbers
  const float vector = kVector * text_width(context.fonts.numbers, "0") + 8 * context.scale;
  const float names = std::clamp(width - vector * static_cast<float>(count), 80 * context.scale,
                                 180 * context.scale);
  const float fair = (width - names) / static_cast<float>(std::max<std::size_t>(1, count));
  return {names, std::max(fair, 96 * context.scale)};
}

/// Two bars crossed by a third: the values of a row are not the same.
void draw_unequal(const DrawContext& context, ImVec2 center) {
  const float s = context.scale;
  const auto [x, y] = center;
  const ImU32 color = packed(context.theme.accent);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const float side : {-2.0F, 2.0F}) {
    list->AddLine({x - 4 * s, y + side * s}, {x + 4 * s, y + side * s}, color, 1.5F * s);
  }
  list->AddLine({x - 2.5F * s, y + 5 * s}, {x + 2.5F * s, y - 5 * s}, color, 1.5F * s);
}

/// Above the names: lists only what differs.
void draw_difference_switch(ViewContext& context, ImVec2 min, float width) {
  bool& only = context.state.pinned_only_different;
  ImGui::SetCursorScreenPos(min);
  const auto has_room = [&](const char* text) {
    return ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().FramePadding.x < width;
  };
  const char* const label = has_room("Only differences") ? "Only differences"
                            : has_room("Differences")    ? "Differences"
                                                         : "Only \u2260";
  if (toggle_button(context, label, only, "pinned.differences")) only = !only;
  if (ImGui::IsItemHovered()) text_tooltip(context, "Only properties in which they differ");
}

void draw_titles(ViewContext& context, const std::vector<EntityRef>& shown,
                 const Columns& columns) {
  const float s = context.scale;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float line = row_height(context);
  const float height = line + 16 * s;
  if (shown.size() > 1) draw_difference_switch(context, start, columns.names - 8 * s);
  std::optional<EntityRef> unpinned;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const ImVec2 min{start.x + columns.names + static_cast<float>(i) * columns.each, start.y};
    const ImVec2 max{min.x + columns.each - 8 * s, min.y + height};
    ImGui::SetCursorScreenPos(min);
    ImGui::PushID(static_cast<int>(i));
    const bool pressed = ImGui::InvisibleButton("title", {max.x - min.x, height});
    const bool hovered = ImGui::IsItemHovered();
    context.places.add_item("pinned.title." + std::to_string(i));
    const bool on_cross = hovered && ImGui::GetIO().MousePos.x > max.x - 18 * s;
    const EntityKind kind =
        context.session().recordings[shown[i].recording].recording->entity(shown[i].entity).kind;
    const bool alive = context.moment.find(shown[i]) != nullptr;
    const PinnedTitle title =
        pinned_title(context.session(), shown, shown[i], entity_title(context, shown[i]));
    if (!title.is_by_owner) {
      draw_kind({min.x + 6 * s, min.y + line / 2}, 4 * s, kind,
                packed(kind_color(context.theme, kind)));
    }
    const float indent = title.is_by_owner ? 0 : 16 * s;
    float x = min.x + indent;
    if (has_marks(context.session())) {
      x += draw_source_badge(context, *ImGui::GetWindowDrawList(), x, min.y + line / 2,
                             mark_of(context.session(), shown[i])) +
           4 * s;
    }
    const float room = max.x - x - 20 * s;
    draw_name(context.fonts.text, x, min.y, min.y + line,
              packed(alive ? context.theme.text : context.theme.dim),
              title.is_by_owner ? title.first : name_for(context.fonts.text, title.first, room),
              room);
    draw_text(context.fonts.small, min.x + indent, min.y + line - 4 * s, max.y,
              packed(context.theme.dim), title.second, max.x - min.x - indent - 4 * s);
    draw_cross({max.x - 10 * s, min.y + line / 2}, 3.5F * s,
               packed(on_cross ? context.theme.text : context.theme.dim));
    if (hovered) {
      context.state.hovered = shown[i];
      text_tooltip(context, on_cross ? std::string("Unpin") : entity_details(context, shown[i]));
    }
    if (pressed && on_cross) {
      unpinned = shown[i];
    } else if (pressed) {
      select(context.state, shown[i]);
    }
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos({start.x, start.y + height});
  ImGui::GetWindowDrawList()->AddLine(
      {start.x, start.y + height},
      {start.x + columns.names + columns.each * static_cast<float>(shown.size()), start.y + height},
      packed(context.theme.line));
  ImGui::Dummy({columns.names + columns.each * static_cast<float>(shown.size()), 2 * s});
  if (unpinned) std::erase(context.state.pinned, *unpinned);
}

/// The last part of its path, with what it is part of behind it when there is room.
void draw_path(const DrawContext& context, const PinnedRow& row, ImVec2 min, ImVec2 max) {
  const float used = draw_text(context.fonts.text, min.x, min.y, max.y, packed(context.theme.text),
                               row.name, max.x - min.x);
  if (row.above.empty()) return;
  const float gap = 6 * context.scale;
  draw_text_if_room(context.fonts.small, min.x + used + gap, min.y, max.y,
                    packed(context.theme.dim), row.above, max.x - min.x - used - gap);
}

/// The amber bar beside a value that differs from the frame before.
void draw_change_bar(const DrawContext& context, const PropertySnapshot& snapshot,
                     PropertyTree::Node node, ImVec2 min, float bottom) {
  if (snapshot.previous_of.empty()) return;
  if (node >= snapshot.previous_of.size()) return;
  const std::uint32_t before = snapshot.previous_of[node];
  if (before != kNoNode && same_value(snapshot.tree, node, snapshot.previous, before)) return;
  const float s = context.scale;
  ImGui::GetWindowDrawList()->AddRectFilled({min.x - 7 * s, min.y + 4 * s},
                                            {min.x - 5 * s, bottom - 4 * s},
                                            packed(context.theme.changed), s);
}

void draw_row(PanelContext& context, PropertiesCache& cache, std::size_t index, ImVec2 min,
              ImVec2 max, const Columns& columns) {
  PinnedRow& row = cache.pinned_rows[cache.pinned_shown[index]];
  name_row(row);
  const float s = context.scale;
  context.places.add("pinned.row." + std::to_string(index), min, max);
  const bool over_row = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
  if (over_row) {
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(context.theme.hovered), 3 * s);
  }
  const float mark = row.is_different ? 16 * s : 0;
  draw_path(context, row, min, {min.x + columns.names - 10 * s - mark, max.y});
  if (row.is_different) {
    draw_unequal(context, {min.x + columns.names - 16 * s, (min.y + max.y) / 2});
  }
  std::optional<std::string> tooltip;
  if (over_row && ImGui::GetIO().MousePos.x < min.x + columns.names)
    tooltip = one_line(row.path, 400) + (row.is_different ? "\nnot the same in all of them" : "");
  for (std::size_t i = 0; i < row.nodes.size(); ++i) {
    if (row.nodes[i] == kNoNode) continue;
    const float left = min.x + columns.names + static_cast<float>(i) * columns.each;
    const ImVec2 cell_min{left, min.y};
    const ImVec2 cell_max{left + columns.each - 8 * s, max.y};
    // Beside what another one saw a value's mark says that they differ, and nothing else.
    if (!columns.are_of_one) {
      draw_change_bar(context, cache.pinned[i], row.nodes[i], cell_min, max.y);
    }
    const bool over = over_row && ImGui::IsMouseHoveringRect(cell_min, cell_max);
    const ValueHit hit =
        draw_value(context, cache, cache.pinned[i], row.nodes[i], cell_min, cell_max, over);
    if (hit.reference && ImGui::IsMouseReleased(0)) select(context.state, *hit.reference);
    if (hit.resource && ImGui::IsMouseReleased(0)) {
      context.state.open_resource =
          OpenResource{cache.pinned[i].of.recording,
                       std::string(cache.pinned[i].tree[row.nodes[i]].text_value())};
    }
    if (over) {
      const PropertyTree& tree = cache.pinned[i].tree;
      tooltip = whole_value_text(tree, row.nodes[i]);
      const std::string unit = one_line(tree[row.nodes[i]].unit, 30);
      if (!unit.empty()) *tooltip += " " + unit;
    }
  }
  if (!tooltip) return;
  if (cache.pinned_rest.is_long(std::hash<std::string>()(row.path), context.now)) {
    text_tooltip(context, printable_lines(tooltip->substr(0, 1000)));
  } else {
    context.needs_redraw = true;
  }
}

}  // namespace

void pinned_panel(PanelContext& context) {
  PropertiesCache& cache = context.caches.of<PropertiesCache>();
  const std::vector<EntityRef> shown = shown_entities(context);
  if (shown.empty()) {
    cache.pinned.clear();
    hint_text(context, "Pin entities with Shift+P to read them side by side.");
    return;
  }
  update(context, cache, shown);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float scroll_bar = ImGui::GetStyle().ScrollbarSize;
  Columns columns = columns_of(context, room.x - scroll_bar, shown.size());
  columns.are_of_one = std::ranges::all_of(
      shown, [&](EntityRef one) { return has_counterpart(context.session(), shown, one); });
  const float whole = columns.names + columns.each * static_cast<float>(shown.size()) + scroll_bar;
  // Several entities may need more width than there is: the columns scroll sideways together.
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("pinned", {0, 0}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  draw_titles(context, shown, columns);
  const float bar = whole > room.x ? scroll_bar : 0;
  const float used = ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y;
  ImGui::BeginChild("pinned area", {std::max(whole, room.x), std::max(1.0F, room.y - used - bar)},
                    false, ImGuiWindowFlags_NoScrollWithMouse);
  {
    ListView list("pinned rows", cache.pinned_shown.size(), row_height(context),
                  cache.pinned_scroll);
    for (std::size_t row = list.first(); row < list.last(); ++row) {
      draw_row(context, cache, row, list.row_min(row), list.row_max(row), columns);
    }
  }
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace scrubjay
