#include "app/viewer/panels/windows/palette_window.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/key_caps.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/panels/windows/palette_properties.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

constexpr float kTop = 0.12F;          ///< where it begins, of the screen's height
constexpr std::size_t kMostRows = 12;  ///< that are shown at once
constexpr float kAround = 110;         ///< what is above and below them [pixels at 100 %]

float hit_height(const DrawContext& context) { return std::round(28 * context.scale); }

/// As many rows as have room on a screen of that height, but two at least.
std::size_t rows_shown(const DrawContext& context, float screen) {
  const float room = screen * (1 - kTop) - kAround * context.scale;
  const float rows = std::max(2.0F, std::floor(room / hit_height(context)));
  return std::min(kMostRows, static_cast<std::size_t>(rows));
}

/// The next event of a group after the playhead, else its first.
EventIndex event_to_go_to(const PanelContext& context, const PaletteHit& hit, EventIndex first) {
  const OpenRecording& open = context.session().recordings[hit.recording];
  const Recording& recording = *open.recording;
  const EventInfo wanted = recording.event(first);
  const Seconds now = own_time(context.state.playback.playhead, open.offset);
  for (std::size_t i = first.value; i < recording.event_count(); ++i) {
    const EventInfo event = recording.event(EventIndex(i));
    if (event.time > now && event.name == wanted.name && event.entity == wanted.entity) {
      return EventIndex(i);
    }
  }
  return first;
}

void go_to_event_of(PanelContext& context, const PaletteHit& hit, EventIndex first) {
  const EventIndex index = event_to_go_to(context, hit, first);
  const OpenRecording& open = context.session().recordings[hit.recording];
  const EventInfo event = open.recording->event(index);
  context.state.playback.playing = false;
  context.commands.emplace_back(SeekTo{event.time + open.offset});
  if (event.entity.exists()) select(context.state, {hit.recording, event.entity});
  context.state.selected_event = SelectedEvent{hit.recording, index};
}

void do_hit(PanelContext& context, const PaletteSearch& search, const PaletteHit& hit) {
  ViewState& state = context.state;
  switch (hit.source) {
    case PaletteSource::choice: search.choices[hit.index].run(context); break;
    case PaletteSource::entity: {
      const EntityRef entity{hit.recording, EntityIndex(hit.index)};
      select(state, entity);
      state.focus_request = {entity};
      break;
    }
    case PaletteSource::event: go_to_event_of(context, hit, search.group(hit).first); break;
    case PaletteSource::property: {
      const PaletteProperty& property = search.properties[hit.index];
      if (primary_selection(state) != property.entity) select(state, property.entity);
      state.property_search = parts_of_path(property.path).name;
      break;
    }
  }
}

/// Moves what is chosen by keys, and keeps it in view.
void walk(PaletteCache& cache) {
  const std::size_t count = cache.search.hits().size();
  const auto step = [&](ImGuiKey key, std::ptrdiff_t by) {
    if (!is_pressed(key) || count == 0) return;
    cache.is_walked = true;
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    const auto now = static_cast<std::ptrdiff_t>(cache.chosen);
    // A single step goes around, a page does not.
    std::ptrdiff_t next = now + by;
    if (by == 1 && now == last) next = 0;
    if (by == -1 && now == 0) next = last;
    cache.chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last));
  };
  step(ImGuiKey_DownArrow, 1);
  step(ImGuiKey_UpArrow, -1);
  step(ImGuiKey_PageDown, static_cast<std::ptrdiff_t>(cache.rows));
  step(ImGuiKey_PageUp, -static_cast<std::ptrdiff_t>(cache.rows));
  if (count == 0) {
    cache.chosen = cache.first = 0;
    return;
  }
  cache.chosen = std::min(cache.chosen, count - 1);
  if (cache.chosen < cache.first) cache.first = cache.chosen;
  if (cache.chosen >= cache.first + cache.rows) cache.first = cache.chosen - cache.rows + 1;
  cache.first = std::min(cache.first, count - std::min(count, cache.rows));
}

/// A text with the letters that were found in the accent colour. Returns where it ends.
float draw_marked(const DrawContext& context, float x, ImVec2 min, ImVec2 max,
                  const PaletteText& text, const std::vector<std::uint32_t>& marks, bool can_run) {
  const Theme& theme = context.theme;
  ImFont* const font = context.fonts.text;
  std::size_t mark = 0;
  std::size_t begin = 0;
  const auto is_marked = [&](std::size_t at) {
    while (mark < marks.size() && marks[mark] < at) ++mark;
    return mark < marks.size() && marks[mark] == at;
  };
  while (begin < text.text.size() && x < max.x) {
    const bool marked = is_marked(begin);
    std::size_t end = begin + 1;
    while (end < text.text.size() && end != text.title && is_marked(end) == marked) ++end;
    const std::string piece = printable(std::string_view(text.text).substr(begin, end - begin));
    const ImVec4& plain = begin < text.title && can_run ? theme.text : theme.dim;
    draw_text(font, x, min.y, max.y, packed(marked ? theme.accent : plain), piece, max.x - x);
    x += text_width(font, piece);
    begin = end;
  }
  return x;
}

void draw_hit(PanelContext& context, PaletteCache& cache, std::size_t index, ImVec2 min,
              ImVec2 max) {
  const float s = context.scale;
  const PaletteHit& hit = cache.search.hits()[index];
  const PaletteRow row = palette_row(context.session(), cache.search, hit);
  if (index == cache.chosen) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, packed(context.theme.hovered), 4 * s);
    list.AddRectFilled(min, {min.x + 3 * s, max.y}, packed(context.theme.focus), 1.5F * s);
  }
  const float kind = 92 * s;
  draw_text(context.fonts.small, min.x + 12 * s, min.y, max.y, packed(context.theme.dim), row.kind,
            kind - 16 * s);
  const float keys = key_caps_width(context, row.keys);
  const ImVec2 room{max.x - keys - 16 * s, max.y};
  const std::string& text = row.text.text;
  const bool is_path = hit.source == PaletteSource::property;
  draw_marked(context, min.x + kind, min, room, row.text,
              cache.search.pattern().places(is_path ? text.substr(0, row.text.title) : text),
              row.can_run);
  draw_key_caps(context, max.x - keys - 8 * s, min.y, max.y, row.keys);
}

/// Rows of the hits in view. The one that was clicked.
std::optional<std::size_t> draw_hits(PanelContext& context, PaletteCache& cache) {
  std::optional<std::size_t> clicked;
  const std::size_t count = cache.search.hits().size();
  const float height = hit_height(context);
  const float width = ImGui::GetContentRegionAvail().x;
  for (std::size_t i = cache.first; i < std::min(count, cache.first + cache.rows); ++i) {
    const ImVec2 min = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("hit", {width, height})) clicked = i;
    const bool is_moving = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
    if (ImGui::IsItemHovered() && is_moving) cache.chosen = i;
    ImGui::PopID();
    context.places.add_item("palette.row." + std::to_string(i - cache.first));
    draw_hit(context, cache, i, min, {min.x + width, min.y + height});
    ImGui::SetCursorScreenPos({min.x, min.y + height});
  }
  return clicked;
}

std::string count_text(const PaletteCache& cache) {
  const std::size_t found = cache.search.found();
  if (!cache.is_done) return grouped_digits(found) + " found, searching\u2026";
  if (found == 0) return "Nothing is like that";
  return grouped_digits(found) + " found";
}

void draw_foot(const PanelContext& context, const PaletteCache& cache) {
  const float s = context.scale;
  ImGui::Dummy({0, 4 * s});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = row_height(context);
  const ImU32 color = packed(context.theme.dim);
  draw_text(context.fonts.small, at.x + 12 * s, at.y, at.y + height, color, count_text(cache),
            width / 2);
  constexpr std::string_view kHint = "↑ ↓ choose    Enter do    Esc close";
  const float hint = text_width(context.fonts.small, kHint);
  draw_text(context.fonts.small, at.x + width - hint - 8 * s, at.y, at.y + height, color, kHint,
            hint);
  ImGui::Dummy({width, height});
}

void begin_search(PaletteCache& cache) {
  cache.searched = cache.typed;
  cache.is_done = false;
  cache.is_walked = false;
  cache.chosen = cache.first = 0;
  cache.search.start(cache.typed);
}

}  // namespace

bool PaletteCache::is_of(const Session& session) const {
  return std::ranges::equal(
      recordings, session.recordings,
      [](const auto& known, const OpenRecording& open) { return known.lock() == open.recording; });
}

void PaletteCache::list(const Session& session, std::vector<PaletteChoice> listed) {
  recordings.clear();
  for (const OpenRecording& open : session.recordings) recordings.emplace_back(open.recording);
  search.choices = std::move(listed);
  search.properties.clear();
  is_listed = false;
  begin_search(*this);
}

void PaletteCache::advance(const Session& session, WorkBudget& budget) {
  const auto& hits = search.hits();
  const auto before =
      is_walked && chosen < hits.size() ? std::optional(hits[chosen]) : std::nullopt;
  is_done = search.advance(session, budget);
  if (!before) return;
  const auto now = std::ranges::find(hits, *before);
  if (now != hits.end()) chosen = static_cast<std::size_t>(now - hits.begin());
}

PaletteRow palette_row(const Session& session, const PaletteSearch& search, const PaletteHit& hit) {
  PaletteRow row;
  switch (hit.source) {
    case PaletteSource::choice: {
      const PaletteChoice& choice = search.choices[hit.index];
      row.kind = choice.kind;
      row.text.text = choice.title;
      row.text.title = choice.title.size();
      if (!choice.detail.empty()) row.text.text += "  " + choice.detail;
      row.keys = choice.keys;
      row.can_run = choice.can_run;
      break;
    }
    case PaletteSource::entity: {
      const Recording& recording = *session.recordings[hit.recording].recording;
      entity_palette_text(recording, EntityIndex(hit.index), row.text);
      row.kind = to_text(recording.entity(EntityIndex(hit.index)).kind);
      row.kind.front() = static_cast<char>(row.kind.front() - 'a' + 'A');
      break;
    }
    case PaletteSource::event: {
      const EventGroups::Group group = search.group(hit);
      event_palette_text(*session.recordings[hit.recording].recording, group.first, row.text);
      row.kind = group.count == 1 ? "Event" : "Event × " + grouped_digits(group.count);
      break;
    }
    case PaletteSource::property:
      row.kind = "Property";
      property_palette_text(session, search.properties[hit.index], row.text);
      break;
  }
  return row;
}

void palette_window(PanelContext& context) {
  PaletteCache& cache = context.caches.of<PaletteCache>();
  if (!cache.is_of(context.session())) {  // a window below it opened or closed one
    context.needs_redraw = true;
    return;
  }
  const bool is_new = !std::exchange(cache.is_open, true);
  if (is_new) {
    cache.typed.clear();
    cache.is_entered = false;
    cache.is_listed = false;
  }
  bool is_other = is_new || cache.typed != cache.searched;
  if (!cache.is_listed) {
    const std::size_t before = cache.search.properties.size();
    cache.is_listed = list_properties_to_find(context, cache.search);
    is_other = is_other || cache.search.properties.size() != before;
  }
  if (is_other) begin_search(cache);
  WorkBudget budget(kPanelBudget);
  cache.advance(context.session(), budget);
  if (!cache.is_done) context.needs_redraw = true;

  const float s = context.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(720 * s, screen.x - 32);
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowPos({(screen.x - width) / 2, std::round(screen.y * kTop)});
  cache.rows = rows_shown(context, screen.y);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * s, 8 * s});
  ImGui::Begin("##palette", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (is_new) ImGui::SetWindowFocus();
  add_window(context.places, "palette");
  if (is_new || !ImGui::IsAnyItemActive()) give_keyboard_to_next();
  ImGui::SetNextItemWidth(-1);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12 * s, 8 * s});
  ImGui::InputTextWithHint("##typed", "Find a command, entity, event, property or file",
                           &cache.typed);
  ImGui::PopStyleVar();
  context.places.add_item("palette.typed");
  const bool is_left = !is_new && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  const bool is_done_with = is_pressed(ImGuiKey_Escape) || is_left;
  walk(cache);
  cache.is_entered = cache.is_entered || is_enter_pressed();
  ImGui::Dummy({0, 4 * s});
  std::optional<std::size_t> hit = draw_hits(context, cache);
  // What is typed faster than it is found waits for the best of all.
  const bool is_answered = cache.is_done && cache.typed == cache.searched;
  if (is_answered && std::exchange(cache.is_entered, false) && !cache.search.hits().empty()) {
    hit = cache.chosen;
  }
  draw_foot(context, cache);
  ImGui::End();
  // What was typed in this picture is searched for in the next.
  if (cache.typed != cache.searched) context.needs_redraw = true;
  if (hit) {
    const PaletteHit chosen = cache.search.hits()[*hit];
    context.state.windows[WindowId::palette] = false;
    do_hit(context, cache.search, chosen);
  } else if (is_done_with) {
    context.state.windows[WindowId::palette] = false;
  }
  if (!context.state.windows[WindowId::palette]) ImGui::ClearActiveID();
}

}  // namespace scrubjay
