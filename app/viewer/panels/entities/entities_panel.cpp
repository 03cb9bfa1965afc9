#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/entity_group.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/entity_row_update.h"
#include "app/viewer/panels/entities/entity_rows.h"
#include "app/viewer/panels/entities/entity_stream_row.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/toggle.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Deeper rows are not moved further to the right.
constexpr std::uint16_t kDeepestIndent = 10;

// Selection.

std::optional<std::size_t> row_of(const EntityRowsCache& cache, EntityRef ref) {
  const auto found = std::ranges::find(cache.rows, ref, &EntityRow::ref);
  if (found == cache.rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cache.rows.begin());
}

void open_row(ViewState& state, EntityRef ref, bool is_open) {
  if (is_open) return;
  toggle(state.closed_rows, ref);
}

/// Unfolds what is above an entity, so that its row exists.
void unfold_above(ViewContext& context, EntityRowsCache& cache, EntityRef ref) {
  const Recording& recording = *context.session().recordings[ref.recording].recording;
  EntityIndex top = ref.entity;
  for (int depth = 0; depth < 64; ++depth) {
    const Entity* entity = context.moment.find({ref.recording, top});
    const EntityIndex above =
        entity != nullptr && !cache.all ? entity->parent : recording.entity(top).parent;
    if (!above.exists()) break;
    top = above;
    if (const auto row = row_of(cache, {ref.recording, top})) {
      open_row(context.state, cache.rows[*row].ref, cache.rows[*row].is_open);
    }
  }
  for (const EntityRef header :
       {group_ref(ref.recording, recording.entity(top).kind, recording.entity(top).stream),
        stream_ref(ref.recording, recording.entity(top).stream), EntityRef{ref.recording, {}}}) {
    if (const auto row = row_of(cache, header)) {
      open_row(context.state, header, cache.rows[*row].is_open);
    }
  }
}

/// Scrolls to what was selected elsewhere.
void reveal_selection(ViewContext& context, EntityRowsCache& cache) {
  const auto primary = primary_selection(context.state);
  if (primary != cache.last_primary) {
    cache.last_primary = primary;
    cache.reveal = primary;
    cache.unfolds_left = 3;
  }
  if (!cache.reveal) return;
  if (cache.build.is_running() || cache.is_stale) return;
  if (const auto row = row_of(cache, *cache.reveal)) {
    cache.scroll.reveal = row;
    cache.reveal.reset();
  } else if (cache.unfolds_left > 0 && cache.reveal->entity.exists()) {
    --cache.unfolds_left;
    unfold_above(context, cache, *cache.reveal);
    context.needs_redraw = true;
  } else {
    cache.reveal.reset();
  }
}

void select_range(ViewState& state, const EntityRowsCache& cache, std::size_t to) {
  const auto from = cache.anchor ? row_of(cache, *cache.anchor) : std::nullopt;
  const std::size_t first = std::min(from.value_or(to), to);
  const std::size_t last = std::max(from.value_or(to), to);
  std::vector<EntityRef> selected;
  for (std::size_t row = first; row <= last; ++row) {
    if (cache.rows[row].type == EntityRowType::entity && row != to) {
      selected.push_back(cache.rows[row].ref);
    }
  }
  state.selected = std::move(selected);
  select(state, cache.rows[to].ref, SelectMode::add);
}

void click(ViewContext& context, EntityRowsCache& cache, std::size_t index) {
  const EntityRow& row = cache.rows[index];
  ViewState& state = context.state;
  const ImGuiIO& io = ImGui::GetIO();
  if (row.type == EntityRowType::group || row.type == EntityRowType::stream) {
    toggle(state.closed_rows, row.ref);
    return;
  }
  if (io.KeyShift && row.type == EntityRowType::entity) {
    select_range(state, cache, index);
  } else {
    select(state, row.ref, io.KeyCtrl ? SelectMode::toggle : SelectMode::replace);
    cache.anchor = row.ref;
  }
  cache.last_primary = primary_selection(state);  // it is under the mouse already
}

// Drawing.

std::string recording_title(const Recording& recording) {
  if (std::string map = map_name(recording.info()); !map.empty()) return map;
  return std::filesystem::path(recording.file().path()).filename().string();
}

struct RowColors {
  ImU32 text;
  ImU32 dim;
  ImU32 kind;
};

RowColors colors_of(const ViewContext& context, const EntityRow& row, bool alive) {
  const Theme& theme = context.theme;
  const bool shown = row.type != EntityRowType::entity || is_shown(context.state, row.ref);
  const bool is_faded = !alive || !row.is_match || !shown;
  const float strength = is_faded ? theme.faded : 1.0F;
  return {packed(with_alpha(theme.text, strength)),
          packed(with_alpha(theme.dim, alive ? 1.0F : std::max(theme.faded, 0.7F))),
          packed(with_alpha(kind_color(theme, row.kind), strength))};
}

constexpr float kBadge = 18;  ///< width of a mark at the end of a row [pixels at 100 %]

/// Marks at the right end of an entity's row, from the right. Returns where the room for text ends.
float draw_badges(ViewContext& context, const EntityRowsCache& cache, const EntityRow& row,
                  ImVec2 min, ImVec2 max) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const float y = (min.y + max.y) / 2;
  const float step = kBadge * s;
  float x = max.x - step / 2 - 2 * s;  // the middle of the next mark
  if (context.state.hidden.contains(row.ref)) {
    draw_eye({x, y}, 6 * s, true, packed(theme.text));
    x -= step;
  }
  if (context.state.followed == row.ref) {
    draw_target({x, y}, 7 * s, packed(theme.accent));
    x -= step;
  }
  if (std::ranges::binary_search(cache.with_events, row.ref)) {
    ImGui::GetWindowDrawList()->AddCircleFilled({x, y}, 3 * s, packed(theme.changed), 12);
    x -= step;
  }
  return x + step / 2;
}

/// What a click at the end of the row below the mouse does, over what stands there: nothing moves
/// with the mouse.
void draw_eye_to_click(ViewContext& context, const EntityRow& row, ImVec2 min, ImVec2 max) {
  if (context.state.hidden.contains(row.ref)) return;
  const float step = kBadge * context.scale;
  const ImVec4 ground =
      is_selected(context.state, row.ref) ? context.theme.selected : context.theme.hovered;
  ImGui::GetWindowDrawList()->AddRectFilled({max.x - step - 4 * context.scale, min.y}, max,
                                            packed(ground), 3 * context.scale);
  draw_eye({max.x - step / 2 - 2 * context.scale, (min.y + max.y) / 2}, 6 * context.scale, false,
           packed(context.theme.dim));
}

void draw_entity(PanelContext& context, const EntityRowsCache& cache, const EntityRow& row,
                 ImVec2 min, ImVec2 max, float x, bool hovered) {
  const Recording& recording = *context.session().recordings[row.ref.recording].recording;
  const EntityInfo info = recording.entity(row.ref.entity);
  const MomentFrame* const shown = context.moment.frame_of(row.ref);
  const Entity* entity = shown == nullptr ? nullptr : shown->frame->find(row.ref.entity);
  const float s = context.scale;
  const RowColors colors =
      colors_of(context, row, entity != nullptr && shown->presence == Presence::live);
  const float end = draw_badges(context, cache, row, min, max);
  draw_kind({x + 6 * s, (min.y + max.y) / 2}, 4.5F * s, row.kind, colors.kind);
  x += 18 * s;
  const std::string* const found = cache.values.text_of(row.ref);
  const std::string id = one_line(found != nullptr ? *found : info.id, 60);
  const std::string name = one_line(entity != nullptr ? entity->name : info.name);
  const bool has_id =
      !name.empty() && (found != nullptr ? name != *found : !is_told_by_tree(recording, info));
  const float gap = 8 * s;
  const float id_width = has_id ? text_width(context.fonts.small, id) + gap + 1 : 0;
  const float least_name = std::min(text_width(context.fonts.text, name), 60 * s);
  const float room = std::max(least_name, end - x - id_width);
  float used = draw_name(context.fonts.text, x, min.y, max.y, colors.text,
                         name.empty() ? id : name_for(context.fonts.text, name, room), room);
  if (entity != nullptr) {
    const std::string label = one_line(label_of(*shown->frame, *entity), 60);
    const float drawn = draw_text_if_room(context.fonts.text, x + used + gap, min.y, max.y,
                                          colors.dim, label, end - x - used - gap - id_width);
    if (drawn > 0) used += gap + drawn;
  }
  if (has_id) {
    draw_text_if_room(context.fonts.small, x + used + gap, min.y, max.y, colors.dim, id,
                      end - x - used - gap);
  }
  if (hovered) draw_eye_to_click(context, row, min, max);
}

void draw_header(PanelContext& context, const EntityRow& row, ImVec2 min, ImVec2 max, float x,
                 bool hovered) {
  const bool is_group = row.type == EntityRowType::group;
  const OpenRecording& open = context.session().recordings[row.ref.recording];
  // Clients tell this each by themselves.
  const auto age = is_group || has_several_streams(*open.recording)
                       ? std::nullopt
                       : recording_age(open, context.moment.time);
  const Theme& theme = context.theme;
  const float s = context.scale;
  std::string title;
  if (is_group) {
    draw_kind({x + 6 * s, (min.y + max.y) / 2}, 4.5F * s, row.kind,
              packed(kind_color(theme, row.kind)));
    x += 18 * s;
    title = plural_of(row.kind);
    const bool hidden = context.caches.of<HiddenGroups>().contains(context, row);
    if (hidden || hovered) {
      draw_eye({max.x - 11 * s, (min.y + max.y) / 2}, 6 * s, hidden,
               packed(hidden ? theme.text : theme.dim));
    }
    context.places.add("entities.group." + title, min, max);
    max.x -= 20 * s;
  } else {
    const SourceMark mark = mark_of(context.session(), row.ref.recording);
    const float badge =
        draw_source_badge(context, *ImGui::GetWindowDrawList(), x, (min.y + max.y) / 2, mark);
    if (badge > 0) x += badge + 6 * s;
    title = one_line(recording_title(*open.recording));
  }
  const std::string count = age ? age_text(*age, open.offset) : grouped_digits(row.count);
  const float count_width = text_width(context.fonts.small, count) + 8 * s;
  const float used = draw_text(context.fonts.text, x, min.y, max.y, packed(theme.text), title,
                               max.x - x - count_width - 4 * s);
  draw_text(context.fonts.small, x + used + 8 * s, min.y, max.y,
            packed(age ? theme.warning : theme.dim), count, count_width);
}

/// What may be cut off in the row, once the mouse rests on it.
void show_details_when_resting(ViewContext& context, EntityRowsCache& cache, const EntityRow& row) {
  if (row.type == EntityRowType::group) return;
  const std::uint64_t key = (std::uint64_t{row.ref.recording} << 32) | row.ref.entity.value;
  if (!cache.rest.is_long(key, context.now)) {
    context.needs_redraw = true;
    return;
  }
  if (row.type == EntityRowType::stream) {
    text_tooltip(context, stream_details(context, row.ref.recording, row.stream));
    return;
  }
  const Recording& recording = *context.session().recordings[row.ref.recording].recording;
  if (row.type == EntityRowType::recording) {
    text_tooltip(context, one_line(recording.file().path(), 1000));
    return;
  }
  const EntityInfo info = recording.entity(row.ref.entity);
  std::string text = one_line(info.name, 1000) + "\n" + std::string(to_text(info.kind)) + ", id " +
                     one_line(info.id, 200);
  if (has_several_streams(recording)) {
    text += "\n" + stream_title(recording.timeline(), info.stream);
  }
  if (const std::string* found = cache.values.text_of(row.ref)) text += "\n" + *found;
  if (std::ranges::binary_search(cache.with_events, row.ref)) {
    text += "\nThe dot: it has an event in this frame.";
  }
  text_tooltip(context, text);
}

/// What of a row the mouse is on.
struct PointedRow {
  bool is_hovered = false;
  bool on_fold = false;
  bool on_eye = false;
};

void click_row(PanelContext& context, EntityRowsCache& cache, std::size_t index,
               const PointedRow& pointed) {
  const EntityRow& row = cache.rows[index];
  if (pointed.on_fold) {
    toggle(context.state.closed_rows, row.ref);
  } else if (pointed.on_eye && row.type == EntityRowType::stream) {
    click_stream_eye(context, row);
  } else if (pointed.on_eye && row.type == EntityRowType::group) {
    toggle_hidden_group(context, row);
  } else if (pointed.on_eye) {
    toggle(context.state.hidden, row.ref);
  } else {
    click(context, cache, index);
  }
}

/// The right button's, where a row has one. An entity that is not selected is, first.
void row_menu(PanelContext& context, EntityRowsCache& cache, std::size_t index, bool is_hovered,
              bool is_row_selected) {
  const EntityRow row = cache.rows[index];
  if (row.type == EntityRowType::recording) return;
  if (is_hovered && ImGui::IsMouseReleased(1)) {
    if (row.type == EntityRowType::entity && !is_row_selected) click(context, cache, index);
    ImGui::OpenPopup("menu");
  }
  if (!ImGui::BeginPopup("menu")) return;
  if (row.type == EntityRowType::entity) {
    entity_menu(context, row.ref);
  } else if (row.type == EntityRowType::stream) {
    stream_menu(context, row.ref.recording, row.stream);
  } else {
    entity_group_menu(context, row);
  }
  ImGui::EndPopup();
}

void draw_row(PanelContext& context, EntityRowsCache& cache, std::size_t index, ImVec2 min,
              ImVec2 max) {
  const EntityRow row = cache.rows[index];
  const float s = context.scale;
  const float indent = static_cast<float>(std::min(row.depth, kDeepestIndent)) * 10 * s + 4 * s;
  ImGui::SetCursorScreenPos(min);
  // By entity, so that an open menu stays with it when rows come and go.
  ImGui::PushID(static_cast<int>(row.type));
  ImGui::PushID(static_cast<int>(row.ref.recording));
  ImGui::PushID(static_cast<int>(row.ref.entity.value));
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  context.places.add_item("entities.row." + std::to_string(index));
  const bool is_entity = row.type == EntityRowType::entity;
  const bool is_stream = row.type == EntityRowType::stream;
  const bool has_fold = !is_entity || row.count > 0;
  const float fold_end = min.x + indent + 14 * s;
  const float eye = is_stream ? kStreamEye * s : row.type == EntityRowType::recording ? 0 : 22 * s;
  const float mouse = pointer_x();
  const PointedRow pointed{ImGui::IsItemHovered(),
                           has_fold && mouse<fold_end, eye> 0 && mouse >= max.x - eye};
  if (const int fold = fold_key(); has_fold && fold != 0 && (fold > 0) != row.is_open) {
    toggle(context.state.closed_rows, row.ref);
  }
  const bool is_thing = is_entity || row.type == EntityRowType::recording;
  const bool selected = is_thing && is_selected(context.state, row.ref);
  if (primary_selection(context.state) == row.ref) context.places.add_item("entities.selection");
  if (selected || pointed.is_hovered) {
    const ImVec4& ground = selected ? context.theme.selected : context.theme.hovered;
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(ground), 3 * s);
  }
  if (has_fold) {
    const bool lit = pointed.is_hovered && pointed.on_fold;
    draw_fold({min.x + indent + 6 * s, (min.y + max.y) / 2}, 4 * s, row.is_open,
              packed(lit ? context.theme.text : context.theme.dim));
  }
  const float left = fold_end + 2 * s;
  if (is_entity) {
    draw_entity(context, cache, row, min, max, left, pointed.is_hovered);
    if (pointed.is_hovered) context.state.hovered = row.ref;
  } else if (is_stream) {
    draw_stream_header(context, row, min, max, left, pointed.is_hovered && pointed.on_eye);
  } else {
    draw_header(context, row, min, max, left, pointed.is_hovered);
  }
  if (pressed) click_row(context, cache, index, pointed);
  const bool is_on_text = pointed.is_hovered && !pointed.on_fold && !pointed.on_eye;
  if (is_entity && is_on_text && ImGui::IsMouseDoubleClicked(0)) {
    context.state.focus_request = {row.ref};
  }
  row_menu(context, cache, index, pointed.is_hovered, selected);
  draw_stream_stripe(context, row, min, max);
  if (pointed.is_hovered) show_details_when_resting(context, cache, row);
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopID();
}

std::string count_text(const ViewContext& context, const EntityRowsCache& cache) {
  std::size_t total = 0;
  for (const OpenRecording& open : context.session().recordings) {
    if (!open.visible) continue;
    // The smaller number first: a recording may grow in between.
    const std::size_t left_out =
        context.state.background_entities ? 0 : open.recording->background_count();
    total += open.recording->entity_count() - left_out;
  }
  const std::size_t listed = cache.all ? total : cache.alive;
  if (cache.search.is_active()) {
    return grouped_digits(cache.found) + " of " + grouped_digits(listed) + " found";
  }
  return grouped_digits(cache.alive) + " alive of " + grouped_digits(total);
}

/// How well an entity that is found fits what is looked for: it is called so, what it is called by
/// or its id has it, or something that it holds. Less is better.
int search_rank(const ViewContext& context, EntityRef ref) {
  const EntityInfo info = context.session().recordings[ref.recording].recording->entity(ref.entity);
  const std::string& wanted = context.state.entity_search;
  int rank = 2;
  for (const std::string_view text : {info.name, info.id, context.moment.label_of(ref)}) {
    if (!contains_ignoring_case(text, wanted)) continue;
    rank = std::min(rank, text.size() == wanted.size() ? 0 : 1);
  }
  return rank;
}

/// The rows are those of what is typed, as far as anything was found.
bool is_searched(const ViewContext& context, const EntityRowsCache& cache) {
  return cache.taken && cache.search.text() == context.state.entity_search &&
         (cache.found > 0 || cache.values.is_done());
}

/// Selects the entity that fits best, the first of several, or the one after or before that which
/// is selected.
void select_found(ViewContext& context, EntityRowsCache& cache, SearchKey key) {
  const auto primary = primary_selection(context.state);
  std::optional<EntityRef> chosen;
  bool is_behind = false;
  int best = std::numeric_limits<int>::max();
  for (const EntityRow& row : cache.rows) {
    if (row.type != EntityRowType::entity || !row.is_match) continue;
    if (key == SearchKey::first) {
      const int rank = search_rank(context, row.ref);
      if (rank < best) chosen = row.ref;
      best = std::min(best, rank);
      continue;
    }
    if (row.ref == primary) {
      if (key == SearchKey::previous) break;
      is_behind = true;
      continue;
    }
    if (key == SearchKey::next && primary && !is_behind && row_of(cache, *primary)) continue;
    chosen = row.ref;
    if (key != SearchKey::previous) break;
  }
  if (chosen) select(context.state, *chosen);
}

/// What is typed faster than it is found waits for it.
void take_search_key(ViewContext& context, EntityRowsCache& cache) {
  if (const SearchKey key = search_key(); key != SearchKey::none) cache.asked_by_key = key;
  if (cache.asked_by_key == SearchKey::none) return;
  if (context.state.entity_search.empty()) {
    cache.asked_by_key = SearchKey::none;
  } else if (is_searched(context, cache)) {
    select_found(context, cache, std::exchange(cache.asked_by_key, SearchKey::none));
  } else {
    context.needs_redraw = true;
  }
}

void draw_head(ViewContext& context, EntityRowsCache& cache) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = room.x;
  const bool all = context.state.all_entities;
  bool& background = context.state.background_entities;
  const bool has_background = cache.background > 0 || background;
  float switch_width = ImGui::CalcTextSize("Alive").x + ImGui::CalcTextSize("All").x +
                       4 * ImGui::GetStyle().FramePadding.x + 2 * context.scale;
  if (has_background) {
    switch_width +=
        ImGui::CalcTextSize("Schema").x + 2 * ImGui::GetStyle().FramePadding.x + 10 * context.scale;
  }
  // One line where two would leave few rows.
  constexpr float kRows = 8;
  constexpr float kLeastSearch = 70;
  const float gap = 8 * context.scale;
  const bool is_low = room.y < 2 * ImGui::GetFrameHeightWithSpacing() + kRows * row_height(context);
  const bool is_one_line = is_low && width - switch_width - gap > kLeastSearch * context.scale;
  ImVec2 start = ImGui::GetCursorScreenPos();
  if (search_field(context, "entities.search", is_one_line ? "Search  /" : "Search entities  /",
                   context.state.entity_search, context.state.focus_search,
                   is_one_line ? width - switch_width - gap : width, "entities.search")) {
    cache.asked_by_key = SearchKey::none;
  }
  take_search_key(context, cache);
  if (!is_one_line) {
    start = ImGui::GetCursorScreenPos();
    draw_text(context.fonts.small, start.x, start.y, start.y + ImGui::GetFrameHeight(),
              packed(context.theme.dim), count_text(context, cache), width - switch_width - gap);
  }
  ImGui::SetCursorScreenPos({start.x + width - switch_width, start.y});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(2 * context.scale, ImGui::GetStyle().ItemSpacing.y));
  if (has_background) {
    if (toggle_button(context, "Schema", background, "entities.background")) {
      background = !background;
    }
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip("Also entities by which the source only describes itself");
    }
    ImGui::SameLine(0, 10 * context.scale);
  }
  if (toggle_button(context, "Alive", !all, "entities.alive")) context.state.all_entities = false;
  ImGui::SameLine();
  if (toggle_button(context, "All", all, "entities.all")) context.state.all_entities = true;
  ImGui::PopStyleVar();
}

}  // namespace

void entities_panel(PanelContext& context) {
  EntityRowsCache& cache = context.caches.of<EntityRowsCache>();
  update_entity_rows(context, cache);
  reveal_selection(context, cache);
  draw_head(context, cache);
  if (context.session().recordings.empty()) {
    hint_text(context, "What lives in a recording is listed here.");
    return;
  }
  if (cache.search.is_active() && cache.found == 0 && !cache.build.is_running()) {
    hint_text(context, cache.all
                           ? "Nothing is named like that."
                           : "Nothing that is alive now is named like that. \"All\" also searches "
                             "what lives earlier or later.");
    return;
  }
  ListView list("entity rows", cache.rows.size(), row_height(context), cache.scroll);
  for (std::size_t row = list.first(); row < list.last(); ++row) {
    // A recording that was closed a moment ago may still stand in rows that are being replaced.
    if (cache.rows[row].ref.recording >= context.session().recordings.size()) continue;
    draw_row(context, cache, row, list.row_min(row), list.row_max(row));
  }
}

}  // namespace scrubjay
