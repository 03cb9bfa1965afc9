#include "app/viewer/panels/properties/compared_view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/comparison/comparison_words.h"
#include "app/shared/plain_text.h"
#include "app/viewer/comparing/compared_entity.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panels/properties/property_text.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"

namespace scrubjay {

namespace {

using compare::Difference;
using compare::Kind;
using compare::Subject;
using Listed = ComparedEntity::Listed;

/// One line: of what differs two, the values below the name.
struct ComparedRow {
  std::uint32_t leaf = 0;  ///< in ItemResult::found
  bool has_values_of_both = false;
};

struct ComparedRows {
  std::vector<ComparedRow> rows;
  std::weak_ptr<const Listed> of;
  bool only_different = false;
  std::size_t different = 0;
  ListScroll scroll;
};

/// An event of one side alone has none.
bool has_values(const Difference& one) { return one.values != Difference::kNoValues; }

void update_compared_rows(const std::shared_ptr<const Listed>& listed, bool only_different,
                          ComparedRows& rows) {
  if (rows.of.lock() == listed && rows.only_different == only_different) return;
  rows.of = listed;
  rows.only_different = only_different;
  rows.rows.clear();
  rows.different = 0;
  const auto& found = listed->result.found;
  // What differs stands in front, events too, which are told last.
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found[i].is_same) continue;
    ++rows.different;
    rows.rows.push_back({i, false});
    if (has_values(found[i])) rows.rows.push_back({i, true});
  }
  if (only_different) return;
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found[i].is_same) rows.rows.push_back({i, false});
  }
}

/// Which pair of frames is shown, and who of it is selected.
ComparedEntity::Key compared_key(const PanelContext& context, EntityRef selected) {
  const RunComparison::Found found = context.caches.of<RunComparison>().found();
  if (found.run == nullptr) return {};
  const ChosenComparison& chosen = *context.state.comparison;
  const compare::Plan& plan = *found.run->plan;
  const compare::Subject subject = subject_of(plan, chosen, selected);
  const bool is_of_run =
      selected.recording == chosen.a.recording || selected.recording == chosen.b.recording;
  if (!subject.exists() && (selected.entity.exists() || !is_of_run)) return {};
  std::optional<std::size_t> pair =
      plan.sides().stream_pairs() > 0 ? std::optional<std::size_t>(0) : std::nullopt;
  if (subject.exists()) {
    const EntityIndex in_a = plan.entity_a(subject);
    pair = in_a.exists() ? plan.sides().pair_of_a(plan.a().entity(in_a).stream)
                         : plan.sides().pair_of_b(plan.b().entity(plan.entity_b(subject)).stream);
  }
  if (!pair) return {};
  const auto item = item_at(context.session(), *found.run, chosen, *pair, context.moment.time);
  if (!item || !plan.items()[*item].is_pair()) return {};
  return {found.kept, *item, subject};
}

/// What one of the two holds; none: nothing, nor has it a parent.
std::optional<PropertyTree::Node> side_value(const Listed& listed, const Difference& one,
                                             bool of_a) {
  const compare::ValuePair& pair = listed.result.values[one.values];
  const auto node = of_a ? pair.a : pair.b;
  if (!node) return std::nullopt;
  const PropertyNode& value = listed.result.tree[*node];
  const bool is_nobody = value.type == PropertyType::entity && value.text_value().empty();
  return is_nobody ? std::nullopt : node;
}

/// Where those of both sides read alike, with all digits and what tells them apart.
std::string side_text(const Listed& listed, const Difference& one, bool of_a) {
  if (!has_values(one)) return "";
  const auto node = side_value(listed, one, of_a);
  if (!node) return "\u2013";
  const PropertyTree& tree = listed.result.tree;
  const std::string text = short_value_text(tree, *node);
  const auto other = side_value(listed, one, !of_a);
  if (one.is_same || !other || short_value_text(tree, *other) != text) return text;
  const compare::Plan& plan = *listed.key.run->plan;
  return bare_value_text(tree, *node) + text_apart(plan, plan.items()[listed.key.item], tree,
                                                   listed.result.values[one.values],
                                                   of_a ? compare::Side::a : compare::Side::b);
}

std::string whole_side_text(const Listed& listed, const Difference& one, bool of_a) {
  if (!has_values(one)) return "";
  const auto node = side_value(listed, one, of_a);
  return node ? one_line(value_text(listed.result.tree, *node), 400) : "missing";
}

std::string distance_text(const Listed& listed, const Difference& one) {
  if (!has_values(one)) return "one side only";
  if (!side_value(listed, one, true) || !side_value(listed, one, false)) return "one side only";
  if (std::isnan(one.distance)) return "not equal";
  return "\u0394 " + apart_text(*listed.key.run->plan, listed.key.item, one.path, one.distance);
}

std::string only_in(const PanelContext& context, bool is_of_a) {
  const ChosenComparison& chosen = *context.state.comparison;
  return "only in " + mark_of(context.session(), is_of_a ? chosen.a : chosen.b).letters;
}

/// What stands above the values of one entity, or of the frames themselves.
std::string title_of(const PanelContext& context, const Listed& listed, std::size_t different) {
  const compare::Plan& plan = *listed.key.run->plan;
  const Subject subject = listed.key.subject;
  const std::vector<Difference>& found = listed.result.found;
  const auto are_all = [&](Kind kind) {
    return !found.empty() &&
           std::ranges::all_of(found, [&](const Difference& one) { return one.kind == kind; });
  };
  const bool is_missing_a = are_all(Kind::missing_a);
  if (is_missing_a || are_all(Kind::missing_b)) {
    return "It lives " + only_in(context, !is_missing_a) + " here";
  }
  if (subject.exists() && !plan.entity_a(subject).exists())
    return "It is " + only_in(context, false);
  if (subject.exists() && !plan.entity_b(subject).exists())
    return "It is " + only_in(context, true);
  if (different == 0) return "Nothing differs here";
  return different == 1 ? "1 value differs" : grouped_digits(different) + " values differ";
}

/// A badge and the value of one run.
void draw_side(const PanelContext& context, const ComparedRun& run, const std::string& text,
               ImVec2 min, ImVec2 max) {
  const SourceMark mark = mark_of(context.session(), run);
  float x = min.x;
  const float badge = source_badge_width(context, mark);
  if (badge > 0) {
    draw_source_badge(context, *ImGui::GetWindowDrawList(), x, (min.y + max.y) / 2, mark);
    x += badge + 5 * context.scale;
  }
  draw_text(context.fonts.numbers, x, min.y, max.y, packed(context.theme.text), text, max.x - x);
}

/// Which property `[`, `]`, History and plots are about where the row is chosen; empty: none.
std::string changing_path(const Listed& listed, const Difference& one) {
  if (!one.path.exists()) return "";
  const std::string_view path = listed.key.run->plan->paths()[one.path];
  return path == "parent" || path.starts_with("events/") ? "" : std::string(path);
}

void draw_compared_row(PanelContext& context, const Listed& listed, const ComparedRow& row,
                       std::size_t index, ImVec2 min, ImVec2 max) {
  const Difference& one = listed.result.found[row.leaf];
  const std::string path =
      one.path.exists() ? one_line(listed.key.run->plan->paths()[one.path], 300) : "";
  const float s = context.scale;
  const Theme& theme = context.theme;
  const float middle = std::floor((min.x + max.x) / 2);
  ImGui::PushID(static_cast<int>(index));
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  context.places.add_item("compared.row." + std::to_string(index));
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const std::string property = changing_path(listed, one);
  if (hovered && !property.empty()) context.state.pointed_property = property;
  if (pressed && !property.empty()) context.state.chosen_property = property;
  const bool is_chosen = !property.empty() && property == context.state.chosen_property;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!one.is_same) {
    list.AddRectFilled({min.x, min.y}, {min.x + 3 * s, max.y}, packed(theme.changed));
  }
  if (is_chosen) list.AddRectFilled(min, max, packed(theme.selected), 3 * s);
  if (hovered) list.AddRectFilled(min, max, packed(with_alpha(theme.hovered, 0.6F)), 3 * s);
  const float left = min.x + 10 * s;
  if (row.has_values_of_both) {
    const ChosenComparison& chosen = *context.state.comparison;
    draw_side(context, chosen.a, side_text(listed, one, true), {left, min.y},
              {middle - 6 * s, max.y});
    draw_side(context, chosen.b, side_text(listed, one, false), {middle, min.y}, max);
  } else {
    const ImU32 color = packed(one.is_same ? theme.dim : theme.text);
    const std::string right = one.is_same       ? side_text(listed, one, true)
                              : has_values(one) ? distance_text(listed, one)
                                                : only_in(context, one.kind == Kind::event_a);
    ImFont* const font = one.is_same ? context.fonts.numbers : context.fonts.small;
    const float width = std::min(text_width(font, right), (max.x - left) * 0.6F);
    draw_text(font, max.x - width, min.y, max.y, packed(theme.dim), right, width + 1);
    draw_path(context, left, max.x - width - 8 * s, min.y, max.y, color, path);
  }
  if (!hovered) return;
  std::string tooltip = path;
  if (one.is_same) {
    tooltip += "\nthe same: " + whole_side_text(listed, one, true);
  } else {
    tooltip += "\n" + mark_of(context.session(), context.state.comparison->a).letters + ": " +
               whole_side_text(listed, one, true) + "\n" +
               mark_of(context.session(), context.state.comparison->b).letters + ": " +
               whole_side_text(listed, one, false) + "\n" + distance_text(listed, one);
  }
  text_tooltip(context, tooltip);
}

}  // namespace

bool draw_compared(PanelContext& context, EntityRef selected, float below) {
  ComparedEntity& compared = context.caches.of<ComparedEntity>();
  const ComparedEntity::Key key =
      context.state.comparison ? compared_key(context, selected) : ComparedEntity::Key{};
  compared.want(key, context.workspace.background());
  if (key.run == nullptr) return false;
  const std::shared_ptr<const Listed> listed = compared.latest();
  // Another entity's values are not shown under this one's name.
  if (listed == nullptr || listed->key.subject != key.subject) {
    context.needs_redraw = true;
    return true;
  }
  ComparedRows& rows = context.caches.of<ComparedRows>();
  bool& only_different = context.state.compared_only_different;
  update_compared_rows(listed, only_different, rows);
  const std::string title = title_of(context, *listed, rows.different);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title.c_str());
  bool is_hovered = ImGui::IsItemHovered();
  const char* const label = "Only differences";
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (key.run->plan->pairing().by == compare::FramesBy::time) {
    const std::string letters = mark_of(context.session(), context.state.comparison->b).letters;
    const std::string between = letters + " between frames";
    // What has no room beside the button is in the tooltip alone.
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float used = ImGui::CalcTextSize(title.c_str()).x + text_width(ImGui::GetFont(), between);
    if (used + width + 2 * gap <= ImGui::GetContentRegionAvail().x) {
      ImGui::SameLine();
      ImGui::TextColored(context.theme.dim, "%s", between.c_str());
      is_hovered = is_hovered || ImGui::IsItemHovered();
    }
    if (is_hovered) {
      text_tooltip(context, "Numbers and places of " + letters +
                                " are those at this moment, between two of its frames. What is "
                                "pinned shows its last frame.");
    }
  }
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  if (toggle_button(context, label, only_different, "compared.only")) {
    only_different = !only_different;
  }
  ListView list("compared", rows.rows.size(), row_height(context), rows.scroll, below);
  for (std::size_t row = list.first(); row < list.last() && row < rows.rows.size(); ++row) {
    draw_compared_row(context, *listed, rows.rows[row], row, list.row_min(row), list.row_max(row));
  }
  return true;
}

}  // namespace scrubjay
