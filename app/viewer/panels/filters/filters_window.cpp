#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/ask/ask_window.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/filters/filter_editor.h"
#include "app/viewer/panels/filters/filter_hits.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/scenery/roads_below.h"

namespace scrubjay {

namespace {

constexpr float kListWidth = 250;

// Import and export.

std::string told_of(const FilterFile& file) {
  std::string text = file.filters.size() == 1
                         ? "1 filter was added."
                         : grouped_digits(file.filters.size()) + " filters were added.";
  for (const Problem& problem : file.problems) text += " " + describe(problem);
  return one_line(text, 1000);
}

void ask_for_path(ViewContext& context, FiltersCache& cache, FiltersCache::Path asks) {
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
  cache.saving.start(context.workspace.wake(),
                     [filters = std::move(filters), path = clean_path(cache.path)] {
                       return save_filters(path, filters);
                     });
}

void draw_path_field(PanelContext& context, FiltersCache& cache) {
  if (cache.asks == FiltersCache::Path::none) return;
  const bool is_import = cache.asks == FiltersCache::Path::import;
  const float s = context.scale;
  const char* const verb = is_import ? "Import" : "Export";
  const float buttons = ImGui::CalcTextSize(verb).x + ImGui::CalcTextSize("Cancel").x +
                        4 * ImGui::GetStyle().FramePadding.x + 12 * s;
  if (cache.just_asked) give_keyboard_to_next();
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
  } else if (!cache.saving.is_running()) {
    export_filters(context, cache);
  }
}

// The list.

void color_popup(DrawContext& context, ListedFilter& listed) {
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
bool row_menu(ViewContext& context, std::size_t place) {
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
bool draw_list_row(ViewContext& context, std::size_t place, std::uint64_t hits) {
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
  const std::string count = !listed.is_on             ? "off"
                            : is_blank(listed.filter) ? ""
                                                      : grouped_digits(hits);
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

void draw_list(ViewContext& context, FiltersCache& cache) {
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
    cache.just_added = true;
  }
  context.places.add_item("filters.add.property");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Find entities by what their properties hold");
  ImGui::SameLine(0, 6 * s);
  if (ImGui::Button("+ Events", {half, 0})) {
    Filter filter;
    filter.kind = FilterKind::event;
    state.edited_filter = add_filter(state, std::move(filter));
    cache.just_added = true;
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

void draw_first_steps(DrawContext& context) {
  hint_text(context,
            "A filter finds entities by their properties, such as \"Health is less than 30\", or "
            "events by name, tag and properties, in all frames. Its hits stand on the timeline in "
            "a lane of their own.");
  ImGui::Dummy({0, 4 * context.scale});
  hint_text(context,
            "Begin with one of the buttons on the left, with \"Filter by this\" in the menu of a "
            "property or an event, or with a filter file of Frame by Frame.");
}

/// Made anew when more is known of the recordings.
const std::vector<FilterSuggestion>& known_suggestions(PanelContext& context, FiltersCache& cache) {
  PropertySurveys& surveys = context.caches.of<PropertySurveys>();
  surveys.update(context);
  std::vector<const SurveyFound*> found;
  std::vector<std::size_t> key;
  for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
    found.push_back(surveys.of(i));
    key.push_back(found.back() == nullptr ? 0 : found.back()->properties.size());
  }
  const bool has_roads = context.caches.of<RoadsBelow>().is_any();
  key.push_back(has_roads ? 1 : 0);
  if (key != cache.suggested_of) {
    cache.suggested_of = std::move(key);
    cache.suggestions = filter_suggestions(found, has_roads);
  }
  return cache.suggestions;
}

}  // namespace

void update_filter_files(PanelContext& context) {
  FiltersCache& cache = context.caches.of<FiltersCache>();
  if (cache.loading.is_running() || cache.saving.is_running()) context.needs_redraw = true;
  if (auto taken = cache.loading.take()) {
    Result<FilterFile>& loaded = *taken;
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
  if (const auto taken = cache.saving.take()) {
    const Result<void>& saved = *taken;
    cache.is_bad = !saved;
    cache.told = saved ? "The filters were written." : one_line(describe(saved.error()), 1000);
  }
}

void filters_window(PanelContext& context) {
  FiltersCache& cache = context.caches.of<FiltersCache>();
  update_filter_search(context);
  const float s = context.scale;
  if (begin_tool_window(context, WindowId::filters, "Filters", {860 * s, 440 * s}, 0.42F)) {
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
      draw_editor(context, filters[context.state.edited_filter], known_suggestions(context, cache),
                  std::exchange(cache.just_added, false));
      if (text_link(context, "Show as query")) {
        ask_filter(context, filters[context.state.edited_filter].filter);
      }
      context.places.add_item("filters.query");
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("What it asks, in SQL");
      ImGui::Separator();
      draw_hits(context, cache, filters[context.state.edited_filter]);
      ImGui::PopID();
    } else {
      draw_first_steps(context);
    }
    ImGui::EndChild();
  }
  end_tool_window(context);
}

}  // namespace scrubjay
