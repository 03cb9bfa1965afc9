#include "app/viewer/panels/filters/filter_hits.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/filters/filter_matches.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

struct ListedHit {
  std::size_t recording = 0;
  FilterHit hit;
};

struct Hits {
  std::vector<std::pair<std::size_t, std::size_t>> listed;  ///< recording, how many are listed
  std::size_t rows = 0;
  std::uint64_t all = 0;
};

Hits hits_of(const ViewContext& context, const FilterSearch::Found& found, const Filter& filter) {
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
std::vector<ListedHit> rows_of(const ViewContext& context, const FilterSearch::Found& found,
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

HitColumns hit_columns(const ViewContext& context) {
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

void draw_hit_row(ViewContext& context, const ListedHit& row, std::size_t place, ImVec2 min,
                  ImVec2 max, const HitColumns& columns) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const OpenRecording& open = context.session().recordings[row.recording];
  const auto [pressed, hovered] =
      row_button(context, place, min, max, "filters.hit." + std::to_string(place));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool is_now = std::ranges::any_of(context.moment.frames, [&](const MomentFrame& shown) {
    return shown.ref == FrameRef{row.recording, row.hit.frame};
  });
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
  right(frame_end, std::to_string(row.hit.frame.value), theme.dim);
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
  std::string text = counted_text(hits.all, "hit");
  if (hits.rows < hits.all) text += ", the first " + grouped_digits(hits.rows) + " listed";
  if (cache.search.is_searching()) {
    text += "  \u00B7  " +
            std::to_string(static_cast<int>(std::floor(cache.search.progress() * 100))) +
            " % searched";
  }
  return text;
}

}  // namespace

void draw_hits(PanelContext& context, FiltersCache& cache, const ListedFilter& listed) {
  const float s = context.scale;
  if (!listed.is_on) {
    hint_text(context, "It is switched off: nothing is searched for.");
    return;
  }
  if (is_blank(listed.filter)) {
    hint_text(context,
              "Choose a property and say what it must be, such as \"speed is more than 10\".");
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

}  // namespace scrubjay
