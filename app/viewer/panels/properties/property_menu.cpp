#include "app/viewer/panels/properties/property_menu.h"

#include <algorithm>
#include <array>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/properties/change_strip.h"
#include "app/viewer/panels/properties/property_blocks.h"
#include "app/viewer/panels/properties/property_paint.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/toggle.h"
#include "core/meaning_choice.h"
#include "core/text.h"
#include "formats/read_options.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestCopy = std::size_t{16} << 20;

void copy_entries(PropertiesCache& cache, const PropertyRow& row) {
  const PropertyTree& tree = cache.snapshot_of(row).tree;
  if (ImGui::MenuItem("Copy value")) {
    ImGui::SetClipboardText(whole_value_text(tree, row.node).c_str());
  }
  if (tree[row.node].type == PropertyType::table && ImGui::MenuItem("Copy as CSV")) {
    ImGui::SetClipboardText(table_csv(table_of(cache, row), kLongestCopy).c_str());
  }
  if (ImGui::MenuItem("Copy path")) {
    ImGui::SetClipboardText(valid_utf8(path_of(tree, row.node)).c_str());
  }
  if (ImGui::MenuItem("Copy as JSON")) {
    ImGui::SetClipboardText(property_json(tree, row.node).c_str());
  }
}

void resource_entries(ViewContext& context, const PropertySnapshot& snapshot,
                      PropertyTree::Node node) {
  const PropertyNode& property = snapshot.tree[node];
  if (property.type != PropertyType::resource || property.text.size == 0) return;
  ImGui::Separator();
  if (ImGui::MenuItem("Open")) {
    context.state.open_resource =
        OpenResource{snapshot.of.recording, std::string(property.text_value())};
  }
  const std::string path = own_path_of(snapshot, node);
  if (snapshot.event.exists() || !snapshot.of.entity.exists() || path.empty()) return;
  const PinnedPicture picture{snapshot.of, path};
  const bool pinned = context.state.pinned_picture == picture;
  if (ImGui::MenuItem(pinned ? "Unpin the picture beside the scene"
                             : "Pin picture beside the scene")) {
    context.state.pinned_picture = pinned ? std::nullopt : std::optional(picture);
  }
  context.places.add_item("properties.menu.pin_picture");
}

/// Whether an entity lives at the playhead and does not have the property.
bool lacks_now(const ViewContext& context, EntityRef ref, const std::string& path) {
  const MomentFrame* const shown = context.moment.frame_of(ref);
  const Entity* const entity =
      shown == nullptr || shown->frame == nullptr ? nullptr : shown->frame->find(ref.entity);
  return entity != nullptr && !find_path(shown->frame->tree, entity->properties, path);
}

/// A value that changes in time, as a curve of the panel of plots.
void plot_entries(ViewContext& context, const PropertySnapshot& snapshot, PropertyTree::Node node) {
  if (!snapshot.of.entity.exists() || snapshot.event.exists()) return;
  if (!can_be_plotted(snapshot.tree, node)) return;
  ViewState& state = context.state;
  const std::string path = path_of(snapshot.tree, node);
  const EntityIndex other = other_of_path(state, snapshot.of, path);
  const auto entities = plotted_entities(state, snapshot.of, path);
  if (ImGui::MenuItem("Plot")) add_curves(state, {snapshot.of}, path, other);
  context.places.add_item("properties.menu.curve");
  if (entities.size() > 1) {
    const std::string label = "Plot for all " + grouped_digits(entities.size()) + " selected";
    if (ImGui::MenuItem(label.c_str())) add_curves(state, entities, path);
    context.places.add_item("properties.menu.curve_selected");
  }
  if (!other.exists()) {
    const EntityKind kind = context.session()
                                .recordings[snapshot.of.recording]
                                .recording->entity(snapshot.of.entity)
                                .kind;
    const std::string label = kind == EntityKind::other
                                  ? "Plot for all that have it"
                                  : "Plot for all of its kind, " + std::string(to_text(kind));
    if (ImGui::MenuItem(label.c_str())) {
      auto all = entities_of_kind(context.session(), snapshot.of);
      if (!is_derived_path(path)) {
        std::erase_if(all, [&](EntityRef one) {
          return one != snapshot.of && lacks_now(context, one, path);
        });
      }
      add_curves(state, all, path);
    }
    context.places.add_item("properties.menu.curve_kind");
  }
  const PlottedValue plot{snapshot.of, path, other};
  auto& plots = state.plots;
  const auto found = std::ranges::find(plots, plot);
  if (ImGui::MenuItem(found == plots.end() ? "Plot as a lane of the timeline"
                                           : "Remove its lane from the timeline")) {
    if (found == plots.end()) {
      plots.push_back(plot);
    } else {
      plots.erase(found);
    }
  }
  context.places.add_item("properties.menu.plot");
}

/// Where it changed, and all of that.
void history_entries(ViewContext& context, const PropertiesCache& cache, const PropertyRow& row) {
  if (row.source != 0) return;
  const std::string path = changes_path(cache.shown, row.node);
  if (path.empty()) return;
  const auto choose = [&](const char* label, const char* key, std::string_view place) {
    const bool is_chosen = ImGui::MenuItem(label, key);
    context.places.add_item(place);
    if (is_chosen) context.state.chosen_property = path;
    return is_chosen;
  };
  if (choose("Go to its previous change", "[", "properties.menu.previous_change")) {
    context.state.command_request = CommandId::previous_change;
  }
  if (choose("Go to its next change", "]", "properties.menu.next_change")) {
    context.state.command_request = CommandId::next_change;
  }
  if (choose("History\u2026", "Shift+H", "properties.menu.history")) {
    context.state.windows[WindowId::history] = true;
  }
}

void star_entry(ViewContext& context, const PropertyTree& tree, const PropertyRow& row) {
  if (row.kind != PropertyRow::Kind::heading || !row.title.empty() || row.source != 0) return;
  const std::string name(tree[row.node].name);
  if (!ImGui::MenuItem(row.is_starred ? "Back to its place" : "Keep at the top")) return;
  toggle(context.state.starred_groups, name);
}

constexpr std::array kMeaningsOffered{
    Meaning::point,  Meaning::direction, Meaning::velocity, Meaning::axial,
    Meaning::extent, Meaning::euler,     Meaning::rotation, Meaning::factors,
    Meaning::length, Meaning::plane,     Meaning::none,
};

std::string_view title_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::point: return "A place or displacement";
    case Meaning::direction: return "A direction";
    case Meaning::velocity: return "A velocity or speed";
    case Meaning::axial: return "An axial vector (angular velocity, torque)";
    case Meaning::extent: return "Sizes along the axes";
    case Meaning::euler: return "Angles about the axes";
    case Meaning::rotation: return "A rotation";
    case Meaning::factors: return "Scale factors";
    case Meaning::length: return "A length";
    case Meaning::plane: return "A plane";
    default: return "None: it stays as recorded";
  }
}

/// The same choices with that of the property's path replaced; no meaning: left to the format.
ReadOptions with_meaning(ReadOptions options, const std::string& path,
                         std::optional<Meaning> meaning) {
  std::erase_if(options, [&](const auto& option) {
    return option.first == kVectorsOption && option.second.starts_with(path + "=");
  });
  if (meaning) options.emplace_back(kVectorsOption, path + "=" + std::string(to_text(*meaning)));
  return options;
}

/// What a vector or number means in space: chosen for all properties of its path in the recording,
/// which is read anew.
void meaning_entries(PanelContext& context, const PropertySnapshot& snapshot,
                     PropertyTree::Node node) {
  const PropertyNode& property = snapshot.tree[node];
  const bool is_numeric = property.type == PropertyType::number || has_numbers(property.type);
  const bool is_own = snapshot.event.exists() || node >= snapshot.own;
  const std::string path = is_own ? plain_path_of(snapshot.tree, node) : std::string();
  if (!is_numeric || path.empty()) return;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max{min.x + ImGui::GetContentRegionAvail().x,
                   min.y + ImGui::GetTextLineHeightWithSpacing()};
  context.places.add("properties.menu.means", min, max);
  if (!ImGui::BeginMenu("Means")) return;
  Workspace& workspace = context.workspace;
  const std::size_t recording = snapshot.of.recording;
  const ReadOptions& options = workspace.read_options(recording);
  const bool is_chosen = with_meaning(options, path, std::nullopt) != options;
  std::optional<ReadOptions> chosen;
  if (ImGui::MenuItem("As the format says", nullptr, !is_chosen)) {
    chosen = with_meaning(options, path, std::nullopt);
  }
  ImGui::Separator();
  for (const Meaning meaning : kMeaningsOffered) {
    if (!can_mean(property.type, meaning)) continue;
    if (ImGui::MenuItem(title_of(meaning).data(), nullptr, property.meaning == meaning)) {
      chosen = with_meaning(options, path, meaning);
    }
    context.places.add_item("properties.menu.means." + std::string(to_text(meaning)));
  }
  ImGui::EndMenu();
  if (chosen && *chosen != options) workspace.reload(recording, *chosen);
}

}  // namespace

void property_menu(PanelContext& context, PropertiesCache& cache, const PropertyRow& row) {
  const PropertySnapshot& snapshot = cache.snapshot_of(row);
  if (row.node >= snapshot.tree.size()) return;
  ViewState& state = context.state;
  copy_entries(cache, row);
  resource_entries(context, snapshot, row.node);
  ImGui::Separator();
  history_entries(context, cache, row);
  plot_entries(context, snapshot, row.node);
  meaning_entries(context, snapshot, row.node);
  star_entry(context, snapshot.tree, row);
  const EntityRef of = snapshot.of;
  const bool pinned = std::ranges::find(state.pinned, of) != state.pinned.end();
  if (of.entity.exists() && ImGui::MenuItem(pinned ? "Unpin this entity" : "Pin this entity")) {
    if (std::erase(state.pinned, of) == 0) state.pinned.push_back(of);
  }
  if (ImGui::MenuItem("Show only properties like this")) {
    state.property_search = valid_utf8(snapshot.tree[row.node].name);
  }
  const bool is_filterable = filter_of_property(snapshot.tree, row.node).has_value();
  if (is_filterable && ImGui::MenuItem("Filter by this in all frames\xE2\x80\xA6")) {
    add_filter_from_property(state, snapshot.tree, row.node);
  }
}

void property_options(ViewContext& context) {
  const float side = ImGui::GetFrameHeight();
  const ImVec2 min = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("options", {side, side})) ImGui::OpenPopup("property options");
  context.places.add_item("properties.options");
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetTooltip("What is listed");
  const ImU32 color = packed(hovered ? context.theme.text : context.theme.dim);
  const float r = 1.7F * context.scale;
  for (const float step : {-1.0F, 0.0F, 1.0F}) {
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {min.x + side / 2, min.y + side / 2 + step * 5 * context.scale}, r, color, 8);
  }
  if (!ImGui::BeginPopup("property options")) return;
  ImGui::MenuItem("Show hidden properties", nullptr, &context.state.show_hidden_properties);
  context.places.add_item("properties.options.hidden");
  if (ImGui::MenuItem("Fold as the recording has it", nullptr, false,
                      !context.state.toggled_properties.empty())) {
    context.state.toggled_properties.clear();
  }
  if (ImGui::MenuItem("Unstar all groups", nullptr, false, !context.state.starred_groups.empty())) {
    context.state.starred_groups.clear();
  }
  ImGui::EndPopup();
}

std::string own_path_of(const PropertySnapshot& snapshot, PropertyTree::Node node) {
  return node < snapshot.own ? std::string() : full_path_of(snapshot.tree, node);
}

}  // namespace scrubjay
