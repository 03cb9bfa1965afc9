#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>

#include "app/plain_text.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/entity_menu.h"
#include "app/viewer/panels/filters_lane.h"
#include "app/viewer/panels/filters_list.h"
#include "app/viewer/panels/list_view.h"
#include "app/viewer/panels/row_paint.h"
#include "app/viewer/panels/window_place.h"

namespace scrubjay {

namespace {

using namespace std::chrono_literals;

constexpr float kListWidth = 250;

// Import and export.

std::string told_of(const FilterFile& file) {
  std::string text = file.filters.size() == 1
                         ? "1 filter was added."
                         : grouped_digits(file.filters.size()) + " filters were added.";
  for (const Problem& problem : file.problems) text += " " + describe(problem);
  return one_line(text, 1000);
}

void take_results(PanelContext& context, FiltersCache& cache) {
  if (cache.loading.valid() && cache.loading.wait_for(0s) == std::future_status::ready) {
    Result<FilterFile> loaded = cache.loading.get();
    cache.is_bad = !loaded;
    if (loaded) {
      for (Filter& filter : loaded->filters) {
        context.state.edited_filter = add_filter(context.state, std::move(filter));
      }
      cache.told = told_of(*loaded);
    } else {
      cache.told = one_line(describe(loaded.error()), 1000);
    }
  }
  if (cache.saving.valid() && cache.saving.wait_for(0s) == std::future_status::ready) {
    const Result<void> saved = cache.saving.get();
    cache.is_bad = !saved;
    cache.told = saved ? "The filters were written." : one_line(describe(saved.error()), 1000);
  }
}

void ask_for_path(PanelContext& context, FiltersCache& cache, FiltersCache::Path asks) {
  cache.asks = asks;
  cache.just_asked = true;
  if (!cache.path.empty()) return;
  const auto& open = context.session().recordings;
  std::filesystem::path folder;
  if (!open.empty())
    folder = std::filesystem::path(open.front().recording->file().path()).parent_path();
  cache.path = (folder / "filters.fbff").string();
}

void export_filters(PanelContext& context, FiltersCache& cache) {
  std::vector<Filter> filters;
  for (const ListedFilter& listed : context.state.filters) filters.push_back(listed.filter);
  cache.told.clear();
  cache.saving =
      std::async(std::launch::async, [filters = std::move(filters), path = clean_path(cache.path),
                                      wake = context.workspace.wake()] {
        auto result = save_filters(path, filters);
        wake();
        return result;
      });
}

void draw_path_field(PanelContext& context, FiltersCache& cache) {
  if (cache.asks == FiltersCache::Path::none) return;
  const bool is_import = cache.asks == FiltersCache::Path::import;
  const float s = context.scale;
  const char* const verb = is_import ? "Import" : "Export";
  const float buttons = ImGui::CalcTextSize(verb).x + ImGui::CalcTextSize("Cancel").x +
                        4 * ImGui::GetStyle().FramePadding.x + 12 * s;
  if (cache.just_asked) ImGui::SetKeyboardFocusHere();
  cache.just_asked = false;
  ImGui::SetNextItemWidth(std::max(80 * s, ImGui::GetContentRegionAvail().x - buttons));
  bool go = ImGui::InputTextWithHint("##path", "Path of a filter file (.fbff)", &cache.path,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
  context.places.add_item("filters.path");
  ImGui::SameLine(0, 6 * s);
  go = ImGui::Button(verb) || go;
  context.places.add_item("filters.path.go");
  ImGui::SameLine(0, 6 * s);
  if (ImGui::Button("Cancel")) cache.asks = FiltersCache::Path::none;
  if (!go || cache.path.empty()) return;
  cache.asks = FiltersCache::Path::none;
  if (is_import) {
    import_filters(context, clean_path(cache.path));
  } else if (!cache.saving.valid()) {
    export_filters(context, cache);
  }
}

// The list.

void color_popup(PanelContext& context, ListedFilter& listed) {
  if (!ImGui::BeginPopup("colors")) return;
  for (std::uint32_t i = 0; i < kCategoricalColors; ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (i > 0) ImGui::SameLine(0, 4 * context.scale);
    if (ImGui::ColorButton("##color", categorical_color(context.theme, i),
                           ImGuiColorEditFlags_NoTooltip,
                           {22 * context.scale, 22 * context.scale})) {
      listed.color = i;
      ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

/// The menu of a row; true when the filter is to be removed.
bool row_menu(PanelContext& context, std::size_t place) {
  bool remove = false;
  if (!ImGui::BeginPopup("row menu")) return remove;
  ListedFilter& listed = context.state.filters[place];
  ImGui::MenuItem("On", nullptr, &listed.is_on);
  if (ImGui::MenuItem("Switch the others off")) {
    for (ListedFilter& other : context.state.filters) other.is_on = &other == &listed;
  }
  if (ImGui::MenuItem("Duplicate")) {
    const Filter copy = listed.filter;
    context.state.edited_filter = add_filter(context.state, copy);
  }
  ImGui::Separator();
  remove = ImGui::MenuItem("Delete");
  ImGui::EndPopup();
  return remove;
}

/// True when the filter is to be removed.
bool draw_list_row(PanelContext& context, std::size_t place, std::uint64_t hits) {
  ViewState& state = context.state;
  ListedFilter& listed = state.filters[place];
  const Theme& theme = context.theme;
  const float s = context.scale;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max{min.x + ImGui::GetContentRegionAvail().x, min.y + 26 * s};
  const float middle = (min.y + max.y) / 2;
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item("filters.row." + std::to_string(place));
  const float mouse = ImGui::GetIO().MousePos.x;
  const bool on_swatch = mouse < min.x + 24 * s;
  const bool on_eye = mouse > max.x - 26 * s;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (place == state.edited_filter || hovered) {
    list->AddRectFilled(
        min, max, packed(place == state.edited_filter ? theme.selected : theme.hovered), 4 * s);
  }
  const ImVec4 color = categorical_color(theme, listed.color);
  list->AddRectFilled({min.x + 7 * s, middle - 6 * s}, {min.x + 19 * s, middle + 6 * s},
                      packed(with_alpha(color, listed.is_on ? 1.0F : 0.35F)), 3 * s);
  draw_eye({max.x - 13 * s, middle}, 6 * s, !listed.is_on,
           packed(hovered && on_eye ? theme.text : theme.dim));
  const std::string count = listed.is_on ? grouped_digits(hits) : "off";
  const float count_width = text_width(context.fonts.small, count);
  const float end = max.x - 30 * s - count_width;
  draw_text(context.fonts.small, end, min.y, max.y, packed(theme.dim), count, count_width + 1);
  draw_text(context.fonts.text, min.x + 28 * s, min.y, max.y,
            packed(with_alpha(theme.text, listed.is_on ? 1.0F : 0.6F)), filter_title(listed.filter),
            end - min.x - 34 * s);
  if (hovered && on_eye) ImGui::SetTooltip("%s", listed.is_on ? "Switch it off" : "Switch it on");
  if (hovered && on_swatch) ImGui::SetTooltip("Its colour");
  if (pressed && on_eye) {
    listed.is_on = !listed.is_on;
  } else if (pressed && on_swatch) {
    ImGui::OpenPopup("colors");
  } else if (pressed) {
    state.edited_filter = place;
  }
  if (hovered && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("row menu");
  color_popup(context, listed);
  return row_menu(context, place);
}

void draw_list(PanelContext& context, FiltersCache& cache) {
  const float s = context.scale;
  ViewState& state = context.state;
  const float buttons = 2 * ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().ItemSpacing.y;
  std::vector<std::uint64_t> hits;
  {
    const FilterSearch::Found found = cache.search.found();
    for (const ListedFilter& listed : state.filters) {
      hits.push_back(count_hits(context.session(), found, listed.filter));
    }
  }
  ImGui::BeginChild("filter rows",
                    {0, std::max(20 * s, ImGui::GetContentRegionAvail().y - buttons)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 2 * s});
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < hits.size() && i < state.filters.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (draw_list_row(context, i, hits[i])) removed = i;
    ImGui::PopID();
  }
  if (removed) remove_filter(state, *removed);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  const float half = (ImGui::GetContentRegionAvail().x - 6 * s) / 2;
  if (ImGui::Button("+ Properties", {half, 0})) {
    Filter filter;
    filter.members.emplace_back();
    state.edited_filter = add_filter(state, std::move(filter));
  }
  context.places.add_item("filters.add.property");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Find entities by what their properties hold");
  ImGui::SameLine(0, 6 * s);
  if (ImGui::Button("+ Events", {half, 0})) {
    Filter filter;
    filter.kind = FilterKind::event;
    state.edited_filter = add_filter(state, std::move(filter));
  }
  context.places.add_item("filters.add.event");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Find events by name, tag and properties");
  if (ImGui::Button("Import\u2026", {half, 0})) {
    ask_for_path(context, cache, FiltersCache::Path::import);
  }
  context.places.add_item("filters.import");
  ImGui::SameLine(0, 6 * s);
  if (state.filters.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
    ImGui::Button("Export\u2026", {half, 0});
    ImGui::PopStyleColor();
  } else if (ImGui::Button("Export\u2026", {half, 0})) {
    ask_for_path(context, cache, FiltersCache::Path::export_to);
  }
  context.places.add_item("filters.export");
}

// The editor.

void labelled_field(PanelContext& context, const char* label, const char* hint, std::string& text,
                    const char* place) {
  const float s = context.scale;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine(64 * s);
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint((std::string("##") + label).c_str(), hint, &text);
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
    case MemberType::string: ImGui::InputTextWithHint("##value", "value", &member.text); break;
    case MemberType::number: {
      double number = member.number;
      if (ImGui::InputDouble("##value", &number, 0, 0, "%.10g") && std::isfinite(number)) {
        member.number = number;
      }
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

/// One condition on one line; true when it is to be removed.
bool draw_member(PanelContext& context, FilterMember& member, std::size_t place) {
  const float s = context.scale;
  const float width = ImGui::GetContentRegionAvail().x;
  const float cross = ImGui::GetFrameHeight();
  const float gap = 6 * s;
  const float type = 92 * s;
  const float mode = 118 * s;
  const float rest = std::max(80 * s, width - type - mode - cross - 4 * gap);
  const std::string id = "filters.member." + std::to_string(place);
  ImGui::SetNextItemWidth(rest * 0.55F);
  ImGui::InputTextWithHint("##name", "property, such as position.x", &member.name);
  context.places.add_item(id + ".name");
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
  ImGui::SameLine(0, gap);
  const bool remove = ImGui::Button("\u00D7", {cross, 0});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Remove this condition");
  context.places.add_item(id + ".remove");
  return remove;
}

void draw_members(PanelContext& context, Filter& filter) {
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < filter.members.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (draw_member(context, filter.members[i], i)) removed = i;
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
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("All of them must hold.");
}

void draw_editor(PanelContext& context, ListedFilter& listed) {
  Filter& filter = listed.filter;
  const std::string words = describe(filter);
  labelled_field(context, "Title", words.c_str(), filter.title, "filters.title");
  if (filter.kind == FilterKind::event) {
    labelled_field(context, "Event", "any name, or a part of it", filter.name, "filters.name");
    labelled_field(context, "Tag", "any tag, or a part of it", filter.tag, "filters.tag");
  } else {
    labelled_field(context, "Group", "any group of properties, or a part of its name", filter.group,
                   "filters.group");
  }
  draw_members(context, filter);
}

// What was found.

struct ListedHit {
  std::size_t recording = 0;
  FilterHit hit;
};

struct Hits {
  std::vector<std::pair<std::size_t, std::size_t>> listed;  ///< recording, how many are listed
  std::size_t rows = 0;
  std::uint64_t all = 0;
};

Hits hits_of(const PanelContext& context, const FilterSearch::Found& found, const Filter& filter) {
  Hits hits;
  const auto& recordings = context.session().recordings;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const FilterMatches* matches = found.find(recordings[i].recording.get(), filter);
    if (!recordings[i].visible || matches == nullptr) continue;
    hits.listed.emplace_back(i, matches->listed.size());
    hits.rows += matches->listed.size();
    hits.all += matches->hits;
  }
  return hits;
}

/// Copies of rows [first, last), so that the search can go on while they are drawn.
std::vector<ListedHit> rows_of(const PanelContext& context, const FilterSearch::Found& found,
                               const Filter& filter, std::size_t first, std::size_t last) {
  std::vector<ListedHit> rows;
  std::size_t before = 0;
  for (const auto& [recording, count] : hits_of(context, found, filter).listed) {
    const FilterMatches* matches =
        found.find(context.session().recordings[recording].recording.get(), filter);
    for (std::size_t i = std::max(first, before); i < std::min(last, before + count); ++i) {
      rows.push_back({recording, matches->listed[i - before]});
    }
    before += count;
  }
  return rows;
}

/// Where the columns of the list of hits end, from the left edge of a row.
struct HitColumns {
  float time = 0;
  float frame = 0;
};

HitColumns hit_columns(const PanelContext& context) {
  const float s = context.scale;
  std::size_t frames = 1;
  for (const OpenRecording& open : context.session().recordings) {
    frames = std::max(frames, open.recording->frame_count());
  }
  HitColumns columns;
  columns.time =
      10 * s + text_width(context.fonts.numbers, seconds_text(context.session().range().end));
  columns.frame = columns.time + 14 * s + text_width(context.fonts.numbers, std::to_string(frames));
  return columns;
}

void draw_hit_row(PanelContext& context, const ListedHit& row, std::size_t place, ImVec2 min,
                  ImVec2 max, const HitColumns& columns) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const OpenRecording& open = context.session().recordings[row.recording];
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(place));
  const bool pressed = ImGui::InvisibleButton("hit", {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item("filters.hit." + std::to_string(place));
  ImGui::PopID();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool is_now = std::ranges::any_of(context.moment.frames, [&](const MomentFrame& shown) {
    return shown.ref == FrameRef{row.recording, row.hit.frame};
  });
  if (hovered) list->AddRectFilled(min, max, packed(theme.hovered), 3 * s);
  if (is_now) {
    list->AddRectFilled(min, max, packed(with_alpha(theme.accent, 0.14F)));
    list->AddRectFilled(min, {min.x + 3 * s, max.y}, packed(theme.accent), 1.5F * s);
  }
  const Seconds time = (row.hit.event.exists() ? open.recording->event(row.hit.event).time
                                               : open.recording->timeline().time(row.hit.frame)) +
                       open.offset;
  const auto right = [&](float end, const std::string& text, const ImVec4& color) {
    const float width = text_width(context.fonts.numbers, text);
    draw_text(context.fonts.numbers, end - width, min.y, max.y, packed(color), text, width + 1);
  };
  right(min.x + columns.time, seconds_text(time), theme.text);
  const float frame_end = min.x + columns.frame;
  right(frame_end, std::to_string(std::uint64_t{row.hit.frame.value} + 1), theme.dim);
  const float rest = max.x - frame_end - 16 * s;
  float x = frame_end + 16 * s;
  if (row.hit.entity.exists()) {
    const EntityRef entity{row.recording, row.hit.entity};
    const EntityInfo info = open.recording->entity(row.hit.entity);
    draw_kind({x + 5 * s, (min.y + max.y) / 2}, 3.5F * s, info.kind,
              packed(kind_color(theme, info.kind)));
    draw_text(context.fonts.text, x + 14 * s, min.y, max.y, packed(theme.text),
              entity_title(context, entity), rest * 0.42F - 22 * s);
    if (hovered) context.state.hovered = entity;
  }
  x += rest * 0.42F;
  FilterHit only_value = row.hit;
  only_value.entity = {};
  draw_text(context.fonts.text, x, min.y, max.y, packed(theme.dim),
            hit_text(context.session(), row.recording, only_value), max.x - x - 4 * s);
  if (pressed) go_to_hit(context, row.recording, row.hit, ImGui::GetIO().KeyAlt);
}

std::string found_text(const FiltersCache& cache, const Hits& hits) {
  std::string text = grouped_digits(hits.all) + (hits.all == 1 ? " hit" : " hits");
  if (hits.rows < hits.all) text += ", the first " + grouped_digits(hits.rows) + " listed";
  if (cache.search.is_searching()) {
    text += "  \u00B7  " +
            std::to_string(static_cast<int>(std::floor(cache.search.progress() * 100))) +
            " % searched";
  }
  return text;
}

void draw_hits(PanelContext& context, FiltersCache& cache, const ListedFilter& listed) {
  const float s = context.scale;
  if (!listed.is_on) {
    hint_text(context, "It is switched off: nothing is searched for.");
    return;
  }
  Hits hits;
  {
    const FilterSearch::Found found = cache.search.found();
    hits = hits_of(context, found, listed.filter);
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", found_text(cache, hits).c_str());
  const float arrow = ImGui::GetFrameHeight();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - 2 * arrow - 4 * s);
  if (ImGui::ArrowButton("##previous", ImGuiDir_Left)) go_to_neighbour_match(context, -1);
  context.places.add_item("filters.previous");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Previous hit of any filter  (Shift+N)");
  ImGui::SameLine(0, 4 * s);
  if (ImGui::ArrowButton("##next", ImGuiDir_Right)) go_to_neighbour_match(context, +1);
  context.places.add_item("filters.next");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Next hit of any filter  (N)");
  if (hits.rows == 0) {
    if (!cache.search.is_searching()) hint_text(context, "Nothing was found.");
    return;
  }
  ListView list("hits", hits.rows, row_height(context), cache.scroll);
  std::vector<ListedHit> rows;
  {
    const FilterSearch::Found found = cache.search.found();
    rows = rows_of(context, found, listed.filter, list.first(), list.last());
  }
  const HitColumns columns = hit_columns(context);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = list.first() + i;
    draw_hit_row(context, rows[i], row, list.row_min(row), list.row_max(row), columns);
  }
}

void draw_first_steps(PanelContext& context) {
  hint_text(context,
            "A filter finds entities by their properties, such as \"Health is less than 30\", or "
            "events by name, tag and properties, in all frames. Its hits stand on the timeline in "
            "a lane of their own.");
  ImGui::Dummy({0, 4 * context.scale});
  hint_text(context,
            "Begin with one of the buttons on the left, with \"Filter by this\" in the menu of a "
            "property or an event, or with a filter file of Frame by Frame.");
}

}  // namespace

void filters_window(PanelContext& context) {
  FiltersCache& cache = context.caches.filters;
  take_results(context, cache);
  const float s = context.scale;
  place_window("Filters", {860 * s, 440 * s}, ImGuiCond_FirstUseEver, 0.42F);
  const bool visible =
      ImGui::Begin("Filters", &context.state.filters_open, ImGuiWindowFlags_NoCollapse);
  if (visible) {
    ImGui::BeginChild("list", {kListWidth * s, 0});
    draw_list(context, cache);
    ImGui::EndChild();
    ImGui::SameLine(0, 12 * s);
    ImGui::BeginChild("editor");
    draw_path_field(context, cache);
    if (!cache.told.empty()) {
      ImGui::PushTextWrapPos(0);
      ImGui::TextColored(cache.is_bad ? context.theme.error : context.theme.dim, "%s",
                         cache.told.c_str());
      ImGui::PopTextWrapPos();
    }
    auto& filters = context.state.filters;
    if (context.state.edited_filter < filters.size()) {
      ImGui::PushID(static_cast<int>(context.state.edited_filter));
      draw_editor(context, filters[context.state.edited_filter]);
      ImGui::Separator();
      draw_hits(context, cache, filters[context.state.edited_filter]);
      ImGui::PopID();
    } else {
      draw_first_steps(context);
    }
    ImGui::EndChild();
  }
  ImGui::End();
  if (cache.loading.valid() || cache.saving.valid()) context.needs_redraw = true;
}

}  // namespace scrubjay
