#include "app/viewer/panels/properties/change_strip.h"

#include <cmath>
#include <cstdint>

#include "analysis/tables/leaves.h"
#include "app/shared/history_text.h"
#include "app/shared/plain_text.h"
#include "app/viewer/entity_references.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "core/property_path.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestWas = 120;

/// "frame 19, 0.950 s"
std::string moment_text(const ViewContext& context, const PropertiesCache& cache,
                        const tables::ValueChange& change) {
  const Seconds offset = context.session().recordings[cache.shown.of.recording].offset;
  return "frame " + grouped_digits(change.frame.value) + ", " + time_text(change.time + offset);
}

struct StripTexts {
  std::string since;
  std::string until;
};

enum class Digits : std::uint8_t { few, all };

StripTexts strip_texts(PanelContext& context, const PropertiesCache& cache, const std::string& path,
                       Digits digits) {
  StripTexts texts;
  const PropertySteps& steps = context.caches.of<PropertySteps>();
  const ValueHistory::Found found = steps.nearest.found();
  const bool is_of_it = found.of().recording.get() == cache.shown.recording &&
                        found.of().entity == cache.shown.of.entity && found.of().path == path;
  if (!is_of_it || !cache.shown.frame.exists()) return texts;
  const FrameIndex now = cache.shown.frame;
  const auto value = [&](const tables::ValueChange& change, bool is_before) {
    const auto& json = is_before ? change.before : change.after;
    const bool is_reference = json && change.type == to_text(PropertyType::entity);
    const ChangeTexts few = short_change_texts(change.before, change.after);
    const std::string text = digits == Digits::all ? change_value_text(json)
                             : is_before           ? few.before
                                                   : few.after;
    return one_line(named_value(context, cache.shown.of, is_reference, text), kLongestWas);
  };
  if (const auto* last = found.last_until(now)) {
    texts.since =
        "since " + moment_text(context, cache, last->change) + ", was " + value(last->change, true);
  } else {
    texts.since =
        found.knows_until(now) ? "so from the beginning" : "looking for its last change\u2026";
  }
  if (const auto* next = found.first_after(now)) {
    texts.until = "until " + moment_text(context, cache, next->change) + ", then " +
                  value(next->change, false);
  } else {
    texts.until = found.knows_after(now) ? "so until the end" : "looking for its next change\u2026";
  }
  return texts;
}

/// The nodes of the entity's own properties, and of where it is.
PropertyRange own_range(const PropertySnapshot& snapshot) {
  return {snapshot.own, snapshot.tree.size() - snapshot.own};
}
PropertyRange place_range(const PropertySnapshot& snapshot) { return {0, snapshot.own}; }

/// Where the strip stands: rows of it from `min` downwards.
void strip_button(PanelContext& context, const char* label, const char* says,
                  std::string_view place, CommandId command) {
  if (ImGui::Button(label)) context.state.command_request = command;
  context.places.add_item(place);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", says);
}

}  // namespace

std::string changes_path(const PropertySnapshot& snapshot, PropertyTree::Node node) {
  if (!snapshot.of.entity.exists() || snapshot.event.exists()) return "";
  const PropertyTree& tree = snapshot.tree;
  const auto own = own_range(snapshot);
  const bool is_of_place = node < snapshot.own;
  std::string found;
  tables::LeafWalk walk;
  walk.walk(tree, is_of_place ? place_range(snapshot) : own,
            [&](std::string_view path, PropertyTree::Node leaf) {
              if (leaf <= node && node < leaf + tree[leaf].subtree) found = path;
            });
  // A property that has the path of a part of the place goes before it.
  return is_of_place && find_path(tree, own, found) ? std::string() : found;
}

PropertyTree::Node chosen_node(const ViewState& state, PropertiesCache& cache) {
  const PropertySnapshot& shown = cache.shown;
  PropertiesCache::ChosenNode& chosen = cache.chosen;
  if (chosen.path == state.chosen_property && chosen.version == shown.version) return chosen.node;
  chosen = {state.chosen_property, shown.version, kNoNode};
  if (state.chosen_property.empty() || !shown.of.entity.exists()) return kNoNode;
  for (const PropertyRange& range : {own_range(shown), place_range(shown)}) {
    tables::LeafWalk walk;
    walk.walk(shown.tree, range, [&](std::string_view path, PropertyTree::Node leaf) {
      if (chosen.node == kNoNode && path == state.chosen_property) chosen.node = leaf;
    });
  }
  return chosen.node;
}

std::string neighbours_text(PanelContext& context, const PropertiesCache& cache,
                            const std::string& path) {
  const StripTexts texts = strip_texts(context, cache, path, Digits::all);
  return texts.since.empty() ? std::string() : texts.since + '\n' + texts.until + '\n';
}

float change_strip_height(const PanelContext& context, PropertiesCache& cache) {
  if (chosen_node(context.state, cache) == kNoNode) return 0;
  return std::round(ImGui::GetFrameHeight() + 2 * context.fonts.small->FontSize * 1.25F +
                    12 * context.scale);
}

void draw_change_strip(PanelContext& context, PropertiesCache& cache) {
  if (chosen_node(context.state, cache) == kNoNode) return;
  const float s = context.scale;
  const Theme& theme = context.theme;
  const std::string& path = context.state.chosen_property;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({min.x, min.y + 2 * s}, {min.x + width, min.y + 2 * s}, packed(theme.line));
  const float top = min.y + 7 * s;
  const float middle = top + ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {7 * s, ImGui::GetStyle().FramePadding.y});
  const float gap = 4 * s;
  const auto button_width = [](const char* label) {
    return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  };
  const float buttons = button_width("[") + button_width("]") + button_width("History") + 2 * gap;
  ImGui::SetCursorScreenPos({min.x + width - buttons, top});
  strip_button(context, "[", "To its previous change ([)", "properties.change.previous",
               CommandId::previous_change);
  ImGui::SameLine(0, gap);
  strip_button(context, "]", "To its next change (])", "properties.change.next",
               CommandId::next_change);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("History")) context.state.windows[WindowId::history] = true;
  context.places.add_item("properties.change.history");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Every change of it (Shift+H)");
  ImGui::PopStyleVar();
  draw_name(context.fonts.text, min.x, top, middle, packed(theme.text),
            one_line(telling_name(path), 100), width - buttons - 8 * s);
  const StripTexts texts = strip_texts(context, cache, path, Digits::few);
  const float line = std::round(context.fonts.small->FontSize * 1.25F);
  draw_text(context.fonts.small, min.x, middle + 2 * s, middle + 2 * s + line, packed(theme.dim),
            texts.since, width);
  draw_text(context.fonts.small, min.x, middle + 2 * s + line, middle + 2 * s + 2 * line,
            packed(theme.dim), texts.until, width);
  ImGui::SetCursorScreenPos({min.x, middle + 2 * s});
  ImGui::Dummy({width, 2 * line});
  context.places.add_item("properties.change");
  if (!ImGui::IsItemHovered()) return;
  const StripTexts whole = strip_texts(context, cache, path, Digits::all);
  text_tooltip(context, path + '\n' + whole.since + '\n' + whole.until);
}

}  // namespace scrubjay
