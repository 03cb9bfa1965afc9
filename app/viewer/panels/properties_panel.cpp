#include <algorithm>
#include <cmath>

#include "app/plain_text.h"
#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/entity_menu.h"
#include "app/viewer/panels/list_view.h"
#include "app/viewer/panels/property_paint.h"
#include "app/viewer/panels/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::uint16_t kDeepestIndent = 8;

const Recording& recording_of(const PanelContext& context, EntityRef entity) {
  return *context.session().recordings[entity.recording].recording;
}

// Keeping the rows up to date.

void update_rows(PanelContext& context, PropertiesCache& cache, EntityRef of) {
  const bool other_entity =
      cache.shown.of != of || cache.shown.recording != &recording_of(context, of);
  const FrameIndex frame_before = cache.shown.frame;
  const bool updated = update_snapshot(context.session(), context.moment, of, cache.shown);
  if (other_entity) {
    cache.changed_at.clear();
    cache.scroll = {};
  }
  const bool same_choice = cache.rows_search == context.state.property_search &&
                           cache.rows_toggled == context.state.toggled_properties;
  if (!updated && same_choice) return;
  cache.rows_search = context.state.property_search;
  cache.rows_toggled = context.state.toggled_properties;
  list_properties(cache.shown.tree, cache.shown.previous, cache.shown.previous_of,
                  {cache.rows_search, cache.rows_toggled}, cache.rows);
  note_changes(cache, context.now, frame_before != cache.shown.frame || other_entity);
}

// The head: what it is and when it lives.

void link(PanelContext& context, const std::string& text, EntityRef target,
          std::string_view place) {
  if (text_link(context, text)) select(context.state, target);
  context.places.add_item(place);
  if (ImGui::IsItemHovered()) context.state.hovered = target;
}

std::string lifetime_text(const PanelContext& context, EntityRef entity, const Lifetime& life) {
  const Timeline& timeline = recording_of(context, entity).timeline();
  return seconds_text(timeline.time(life.first)) + " \xE2\x80\x93 " +
         seconds_text(timeline.time(life.last)) + ", frames " +
         grouped_digits(std::uint64_t{life.first.value} + 1) + "\xE2\x80\x93" +
         grouped_digits(std::uint64_t{life.last.value} + 1);
}

/// The lifetime that is nearest to the playhead, or null.
const Lifetime* nearest_life(const PanelContext& context, EntityRef entity,
                             const std::vector<Lifetime>& lives) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const Timeline& timeline = open.recording->timeline();
  const Seconds now = context.moment.time - open.offset;
  const Lifetime* best = nullptr;
  double best_distance = 0;
  for (const Lifetime& life : lives) {
    if (life.last < life.first || life.last.value >= timeline.size()) continue;
    const double distance =
        std::max({0.0, timeline.time(life.first) - now, now - timeline.time(life.last)});
    if (best == nullptr || distance < best_distance) {
      best = &life;
      best_distance = distance;
    }
  }
  return best;
}

void absent_sentence(PanelContext& context, EntityRef entity, const Lifetime& life) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const Timeline& timeline = open.recording->timeline();
  const Seconds now = context.moment.time - open.offset;
  const bool unborn = now < timeline.time(life.first);
  const FrameIndex nearest = unborn ? life.first : life.last;
  const Seconds target = timeline.time(nearest) + open.offset;
  hint_text(context,
            unborn ? "It does not live yet at this time." : "It no longer lives at this time.");
  const std::string where = (unborn ? "Go to its first frame, " : "Go to its last frame, ") +
                            seconds_text(timeline.time(nearest));
  if (text_link(context, where)) context.commands.emplace_back(SeekTo{target});
  context.places.add_item("properties.nearest");
}

void pin_button(PanelContext& context, EntityRef entity) {
  ViewState& state = context.state;
  const bool pinned = std::ranges::find(state.pinned, entity) != state.pinned.end();
  const char* label = pinned ? "Pinned" : "Pin";
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  if (toggle_button(context, label, pinned, "properties.pin")) {
    if (pinned) {
      std::erase(state.pinned, entity);
    } else {
      state.pinned.push_back(entity);
    }
  }
}

void entity_head(PanelContext& context, PropertiesCache& cache, EntityRef ref) {
  const Recording& recording = recording_of(context, ref);
  const EntityInfo info = recording.entity(ref.entity);
  const Entity* entity = context.moment.find(ref);
  const float s = context.scale;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string title = entity_title(context, ref);
  draw_kind({start.x + 7 * s, start.y + height / 2}, 6 * s, info.kind,
            packed(kind_color(context.theme, info.kind)));
  draw_text(context.fonts.text, start.x + 20 * s, start.y, start.y + height,
            packed(context.theme.text), title, width - 84 * s);
  ImGui::Dummy({std::max(1.0F, width - 84 * s), height});
  context.places.add_item("properties.name");
  if (ImGui::IsItemHovered()) text_tooltip(context, one_line(info.name, 1000));
  pin_button(context, ref);

  std::string facts = std::string(to_text(info.kind)) + "  \xC2\xB7  id " + one_line(info.id, 60);
  if (context.state.selected.size() > 1) {
    facts += "  \xC2\xB7  1 of " + grouped_digits(context.state.selected.size()) + " selected";
  }
  hint_text(context, facts);
  const EntityIndex parent = entity != nullptr ? entity->parent : info.parent;
  if (parent.exists() && parent.value < recording.entity_count()) {
    hint_text(context, "part of");
    ImGui::SameLine();
    const EntityRef above{ref.recording, parent};
    link(context, entity_title(context, above), above, "properties.parent");
  }
  recording.lifetimes_of(ref.entity, cache.lifetimes);
  const Lifetime* life = nearest_life(context, ref, cache.lifetimes);
  if (life != nullptr) {
    std::string lives = "lives " + lifetime_text(context, ref, *life);
    if (cache.lifetimes.size() > 1) {
      lives += ", one of " + grouped_digits(cache.lifetimes.size()) + " times";
    }
    hint_text(context, lives);
    if (entity == nullptr) absent_sentence(context, ref, *life);
  } else if (entity == nullptr) {
    hint_text(context, "It does not live in what was read so far.");
  }
}

void recording_head(PanelContext& context, EntityRef ref) {
  const Recording& recording = recording_of(context, ref);
  const std::string& path = recording.file().path();
  const std::size_t slash = path.find_last_of("/\\");
  const std::string name = one_line(slash == std::string::npos ? path : path.substr(slash + 1));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  context.places.add_item("properties.name");
  hint_text(context, "the recording, and what belongs to no entity");
}

// The rows.

struct Columns {
  float name;
  float value;
  float end;
};

void open_menu(PanelContext& context, PropertiesCache& cache, PropertyTree::Node node) {
  const PropertyTree& tree = cache.shown.tree;
  if (node >= tree.size()) return;
  if (ImGui::MenuItem("Copy value")) {
    ImGui::SetClipboardText(whole_value_text(tree, node).c_str());
  }
  if (ImGui::MenuItem("Copy path")) {
    ImGui::SetClipboardText(valid_utf8(path_of(tree, node)).c_str());
  }
  if (ImGui::MenuItem("Copy as JSON")) {
    ImGui::SetClipboardText(property_json(tree, node).c_str());
  }
  ImGui::Separator();
  const EntityRef of = cache.shown.of;
  const bool is_entity = of.entity.exists();
  const bool pinned = std::ranges::find(context.state.pinned, of) != context.state.pinned.end();
  if (is_entity && ImGui::MenuItem(pinned ? "Unpin this entity" : "Pin this entity")) {
    if (std::erase(context.state.pinned, of) == 0) context.state.pinned.push_back(of);
  }
  if (ImGui::MenuItem("Show only properties like this")) {
    context.state.property_search = valid_utf8(tree[node].name);
  }
}

void toggle_fold(PanelContext& context, const PropertyTree& tree, PropertyTree::Node node) {
  const std::string path = full_path_of(tree, node);
  auto& toggled = context.state.toggled_properties;
  if (!toggled.insert(path).second) toggled.erase(path);
}

void draw_row(PanelContext& context, PropertiesCache& cache, std::size_t index, ImVec2 min,
              ImVec2 max, const Columns& columns) {
  const PropertyRow row = cache.rows[index];
  const PropertySnapshot& shown = cache.shown;
  const PropertyNode& property = shown.tree[row.node];
  const float s = context.scale;
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(row.path_hash & 0x7FFFFFFF));
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item("properties.row." + std::to_string(index));
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) list->AddRectFilled(min, max, packed(context.theme.hovered), 3 * s);
  draw_change(context, cache, row, min, max);
  const float indent = static_cast<float>(std::min(row.depth, kDeepestIndent)) * 10 * s;
  float x = min.x + 8 * s + indent;
  const bool container = is_container(property.type);
  if (container && row.children > 0) {
    draw_fold({x + 5 * s, (min.y + max.y) / 2}, 4 * s, row.is_open, packed(context.theme.dim));
  }
  x += 14 * s;
  const bool hidden = (property.flags & kPropertyHidden) != 0;
  const ImVec4& name_color = container && !hidden ? context.theme.text : context.theme.dim;
  const float name_end = container ? columns.end - 70 * s : columns.value - 8 * s;
  draw_text(context.fonts.text, x, min.y, max.y, packed(name_color), one_line(property.name),
            name_end - x);
  ValueHit hit;
  if (container) {
    draw_container_note(context, shown.tree, row, min, max, columns.end);
  } else {
    hit = draw_value(context, cache, shown, row.node, {columns.value, min.y}, {columns.end, max.y},
                     hovered);
  }
  if (pressed && container && row.children > 0) toggle_fold(context, shown.tree, row.node);
  if (pressed && hit.reference) select(context.state, *hit.reference);
  if (hovered && hit.reference) {
    context.state.hovered = hit.reference;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (hovered && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("menu");
  if (ImGui::BeginPopup("menu")) {
    open_menu(context, cache, row.node);
    ImGui::EndPopup();
  } else if (hovered && property.type != PropertyType::group) {
    if (cache.rest.is_long(row.path_hash, context.now)) {
      value_tooltip(context, shown, row);
    } else {
      context.needs_redraw = true;
    }
  }
  ImGui::PopID();
}

void draw_rows(PanelContext& context, PropertiesCache& cache) {
  ListView list("property rows", cache.rows.size(), row_height(context), cache.scroll);
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    const ImVec2 min = list.row_min(i);
    const ImVec2 max = list.row_max(i);
    const float width = max.x - min.x;
    const Columns columns{min.x, min.x + std::max(width * 0.44F, 90 * context.scale),
                          max.x - 4 * context.scale};
    draw_row(context, cache, i, min, max, columns);
  }
}

}  // namespace

void properties_panel(PanelContext& context) {
  PropertiesCache& cache = context.caches.properties;
  const auto primary = primary_selection(context.state);
  if (!primary || primary->recording >= context.session().recordings.size()) {
    hint_text(context,
              context.session().recordings.empty()
                  ? "The properties of what is selected are shown here."
                  : "Select something in the scene or in the list to read its properties.");
    return;
  }
  const EntityRef of = *primary;
  if (of.entity.exists() && of.entity.value >= recording_of(context, of).entity_count()) return;
  update_rows(context, cache, of);
  if (of.entity.exists()) {
    entity_head(context, cache, of);
  } else {
    recording_head(context, of);
  }
  if (cache.shown.tree.empty()) return;
  bool focus = false;
  search_field(context, "properties.search", "Search properties", context.state.property_search,
               focus, ImGui::GetContentRegionAvail().x, "properties.search");
  if (cache.rows.empty()) {
    hint_text(context, cache.rows_search.empty() ? "It has no properties at this time."
                                                 : "No property is named or valued like that.");
    return;
  }
  draw_rows(context, cache);
}

}  // namespace scrubjay
