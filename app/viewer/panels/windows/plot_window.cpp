#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/derived/derived_value.h"
#include "app/shared/plain_text.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/scenery/roads_below.h"
#include "core/property_path.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostChoices = 5000;

/// A value that can be plotted.
struct PlotChoice {
  std::string path;
  std::string note;  ///< what it is, or is now
};

struct PlotWindowCache {
  PropertySnapshot snapshot;
  std::string search;
  bool focus = false;
  ListScroll scroll;
  std::vector<PlotChoice> choices;  ///< that the search leaves
};

void add_choice(PlotWindowCache& cache, PlotChoice choice) {
  if (cache.choices.size() < kMostChoices && contains_ignoring_case(choice.path, cache.search)) {
    cache.choices.push_back(std::move(choice));
  }
}

/// What is chosen in the properties first, then what is between two, then what else is derived,
/// then what was recorded.
void list_choices(const PanelContext& context, EntityRef of, PlotWindowCache& cache) {
  cache.choices.clear();
  const bool has_other = compared_entity(context.state, of).exists();
  for (const bool is_of_two : {true, false}) {
    for (const DerivedValueInfo& info : derived_values()) {
      if (!context.state.show_derived || info.is_of_two != is_of_two) continue;
      if (is_of_two && !has_other) continue;
      add_choice(cache, {std::string(info.path), std::string(info.description)});
    }
  }
  const Recording* const recording = context.session().recordings[of.recording].recording.get();
  if (context.caches.of<RoadsBelow>().of(recording) != nullptr) {
    for (const RoadValueInfo& info : road_value_infos()) {
      add_choice(cache, {std::string(info.path), std::string(info.description)});
    }
  }
  const PropertyTree& tree = cache.snapshot.tree;
  for (PropertyTree::Node node = 0; node < tree.size(); ++node) {
    if (is_container(tree[node].type) || (tree[node].flags & kPropertyHidden) != 0) continue;
    if (!can_be_plotted(tree, node)) continue;
    std::string note =
        tree[node].type == PropertyType::string || tree[node].type == PropertyType::entity
            ? one_line(tree[node].text_value(), 60)
            : std::string(tree[node].unit);
    add_choice(cache, {path_of(tree, node), std::move(note)});
  }
  const auto chosen =
      std::ranges::find(cache.choices, context.state.chosen_property, &PlotChoice::path);
  if (chosen != cache.choices.end()) std::rotate(cache.choices.begin(), chosen, chosen + 1);
}

void choose(PanelContext& context, EntityRef of, const std::string& path) {
  const auto other = other_of_path(context.state, of, path);
  auto entities = plotted_entities(context.state, of, path);
  if (const auto found = context.caches.of<RunComparison>().found();
      !other.exists() && context.state.comparison && found.run != nullptr) {
    entities = with_matches(*found.run->plan, *context.state.comparison, std::move(entities));
  }
  add_curves(context.state, entities, path, other);
  context.state.windows[WindowId::plot] = false;
}

void draw_plot_choice(PanelContext& context, EntityRef of, const PlotChoice& choice,
                      std::size_t row, ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  const auto [pressed, hovered] =
      row_button(context, row, min, max, "plot.choice." + std::to_string(row));
  context.places.add_item("plot.path." + choice.path);
  const float x = min.x + 8 * s;
  const float used = draw_text(context.fonts.text, x, min.y, max.y, packed(context.theme.text),
                               one_line(plot_title(choice.path), 80), (max.x - x) * 0.6F);
  std::string note;
  if (!derived_path(choice.path)) note = parts_of_path(choice.path).groups;
  if (!note.empty() && !choice.note.empty()) note += "  ";
  note += choice.note;
  draw_text_if_room(context.fonts.small, x + used + 12 * s, min.y, max.y, packed(context.theme.dim),
                    one_line(note, 120), max.x - x - used - 18 * s);
  if (pressed) choose(context, of, choice.path);
}

std::string of_whom(PanelContext& context, EntityRef of) {
  const std::string name = context.caches.of<EntityNames>().short_name(context.session(), of);
  const std::size_t others = context.state.selected.size() - 1;
  return others == 0 ? "of " + name
                     : "of " + name + " and " + grouped_digits(others) + " more selected";
}

}  // namespace

void plot_window(PanelContext& context) {
  PlotWindowCache& cache = context.caches.of<PlotWindowCache>();
  const float s = context.scale;
  bool& is_open = context.state.windows[WindowId::plot];
  const auto of = primary_selection(context.state);
  if (!of || !of->entity.exists() || of->recording >= context.session().recordings.size()) {
    is_open = false;
    context.state.bar_request =
        "Nothing is selected: click what to plot, one entity or several, then press P.";
    return;
  }
  if (begin_window(context, "Plot", is_open, {460 * s, 420 * s}, ImGuiCond_Appearing)) {
    add_window(context.places, "plot");
    if (ImGui::IsWindowAppearing()) {
      cache.search.clear();
      cache.scroll = {};
      cache.focus = true;
    }
    update_snapshot(context.session(), context.moment, *of, context.state.coordinates,
                    cache.snapshot);
    search_field(context, "plot.search", "Which value?", cache.search, cache.focus,
                 ImGui::GetContentRegionAvail().x, "plot.search");
    const SearchKey key = search_key();
    hint_text(context, of_whom(context, *of));
    list_choices(context, *of, cache);
    if (key == SearchKey::first && !cache.choices.empty()) {
      choose(context, *of, cache.choices.front().path);
    }
    ListView list("choices", cache.choices.size(), row_height(context), cache.scroll);
    for (std::size_t row = list.first(); row < list.last(); ++row) {
      draw_plot_choice(context, *of, cache.choices[row], row, list.row_min(row), list.row_max(row));
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
