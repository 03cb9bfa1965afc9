#include "app/viewer/panels/properties/property_row_draw.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/viewer/comment_lookup.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/properties/change_strip.h"
#include "app/viewer/panels/properties/comment_view.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/properties/property_menu.h"
#include "app/viewer/panels/properties/property_paint.h"
#include "app/viewer/panels/properties/property_text.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/toggle.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::uint16_t kDeepestIndent = 8;
constexpr float kStarRoom = 22;

/// Where the columns of values begin and end between the edges of a row.
struct ValueColumns {
  float value;
  float recorded;  ///< of the values as recorded, beside those converted
  float end;
};

ValueColumns columns_of(const ViewContext& context, ImVec2 min, ImVec2 max, bool is_converted) {
  const float width = max.x - min.x;
  const float share = is_converted ? 0.32F : 0.44F;
  ValueColumns columns{min.x + std::max(width * share, 90 * context.scale), 0,
                       max.x - 4 * context.scale};
  columns.recorded = columns.value + (columns.end - columns.value) / 2;
  return columns;
}

/// What draws one row.
struct RowDraw {
  PanelContext& context;
  PropertiesCache& cache;
  PropertyRow row;
  std::size_t index;
  ImVec2 min;
  ImVec2 max;
  float value;     ///< where values begin
  float recorded;  ///< where they begin as recorded, beside those converted
  float end;       ///< and where they end
  bool hovered = false;

  const PropertySnapshot& snapshot() const { return cache.snapshot_of(row); }
  const PropertyTree& tree() const { return snapshot().tree; }
  const PropertyNode& property() const { return tree()[row.node]; }
  float scaled(float pixels) const { return pixels * context.scale; }
  float middle() const { return (min.y + max.y) / 2; }
};

bool can_fold(const PropertyRow& row) { return row.children > 0 || row.parts > 0; }

void toggle_fold(const RowDraw& draw) {
  const std::string path = unique_path_of(draw.tree(), draw.row.node);
  auto& toggled = draw.context.state.toggled_properties;
  toggle(toggled, path);
}

/// The shape that a property is, or is a part of, as others name it; nothing when it is none.
std::optional<HoveredProperty> shape_of(const RowDraw& draw) {
  const PropertySnapshot& snapshot = draw.snapshot();
  constexpr PropertyTree::Node kFar = 64;
  const PropertyTree::Node first =
      draw.row.node > snapshot.own + kFar ? draw.row.node - kFar : snapshot.own;
  for (PropertyTree::Node at = draw.row.node + 1; at > first; --at) {
    const PropertyNode& node = snapshot.tree[at - 1];
    if (is_shape(node.type) && draw.row.node < at - 1 + node.subtree) {
      return HoveredProperty{snapshot.of, at - 1 - snapshot.own, snapshot.event};
    }
  }
  return std::nullopt;
}

bool is_shape_under_mouse(const RowDraw& draw) {
  const auto& hovered = draw.context.state.hovered_shape;
  if (!hovered) return false;
  const PropertySnapshot& snapshot = draw.snapshot();
  return hovered->entity == snapshot.of && hovered->event == snapshot.event &&
         draw.row.node == snapshot.own + hovered->node;
}

/// The marks of comments at a row's right end; the row takes their colour.
void draw_comments(const RowDraw& draw, float right) {
  const auto found = draw.cache.row_comments.find(draw.row.path_hash);
  if (found == draw.cache.row_comments.end()) return;
  PanelContext& context = draw.context;
  const std::size_t recording = draw.snapshot().of.recording;
  const CommentInfo first =
      context.session().recordings[recording].recording->comment(found->second.front());
  const ImVec4 color = readable_on(comment_color(first), context.theme.panel, 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(draw.min, draw.max, packed(with_alpha(color, 0.14F)), draw.scaled(3));
  const ImVec2 center{right - draw.scaled(8), draw.middle()};
  draw_speech_mark(*list, center, draw.scaled(6), packed(color));
  const ImVec2 corner{center.x - draw.scaled(9), draw.min.y};
  const ImVec2 far{center.x + draw.scaled(9), draw.max.y};
  context.places.add("properties.comment." + std::to_string(draw.index), corner, far);
  const bool over = draw.hovered && ImGui::IsMouseHoveringRect(corner, far);
  if (over && ImGui::IsMouseReleased(0)) ImGui::OpenPopup("comments");
  if (over && !ImGui::IsPopupOpen("comments")) comment_tooltip(context, recording, found->second);
  if (ImGui::BeginPopup("comments")) {
    comment_notes(context, recording, found->second);
    ImGui::EndPopup();
  }
}

void draw_fold_arrow(const RowDraw& draw, float x) {
  if (!can_fold(draw.row)) return;
  draw_fold({x + draw.scaled(5), draw.middle()}, draw.scaled(4), draw.row.is_open,
            packed(draw.context.theme.dim));
}

/// The head of a first-level group: a band in its colour.
void draw_heading(const RowDraw& draw) {
  const Theme& theme = draw.context.theme;
  const PropertyStyle& style = draw.tree().style_of(draw.property());
  const bool own = draw.row.title.empty();
  const auto tint = own ? parse_css_color(style.color) : std::nullopt;
  ImVec4 band = tint ? mixed(theme.raised, *tint, theme.is_dark ? 0.32F : 0.28F) : theme.raised;
  if (draw.hovered) band = mixed(band, theme.text, 0.06F);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 min{draw.min.x, draw.min.y + draw.scaled(2)};
  const ImVec2 max{draw.end + draw.scaled(4), draw.max.y - draw.scaled(1)};
  list->AddRectFilled(min, max, packed(band), draw.scaled(3));
  if (tint) {
    list->AddRectFilled(min, {min.x + draw.scaled(3), max.y}, packed(*tint), draw.scaled(1.5F));
  }
  draw_change(draw.context, draw.cache, draw.row, min, max);
  float x = draw.min.x + draw.scaled(8);
  draw_fold_arrow(draw, x);
  x += draw.scaled(16);
  if (own && !style.icon.empty()) {
    draw_style_icon(draw.context, style, {x + draw.scaled(6), draw.middle()}, draw.scaled(6.5F),
                    band);
    x += draw.scaled(19);
  }
  const std::string name = own ? one_line(draw.property().name) : std::string(draw.row.title);
  draw_text(draw.context.fonts.text, x, draw.min.y, draw.max.y, packed(theme.text), name,
            draw.end - draw.scaled(kStarRoom) - draw.scaled(40) - x);
  if (!draw.row.is_open) {
    const std::string count = grouped_digits(draw.row.children);
    const float width = text_width(draw.context.fonts.small, count);
    draw_text(draw.context.fonts.small, draw.end - draw.scaled(kStarRoom) - width, draw.min.y,
              draw.max.y, packed(theme.dim), count, width);
  }
}

/// The star of a first-level group, by which it stands at the top. True when it took the click.
bool draw_group_star(const RowDraw& draw, bool pressed) {
  const bool can_star = draw.row.title.empty() && draw.row.source == 0;
  if (!can_star || (!draw.hovered && !draw.row.is_starred)) return false;
  const ImVec2 center{draw.end - draw.scaled(kStarRoom) / 2 + draw.scaled(2), draw.middle()};
  const ImVec2 corner{center.x - draw.scaled(10), draw.min.y};
  const ImVec2 far{center.x + draw.scaled(10), draw.max.y};
  const bool over = draw.hovered && ImGui::IsMouseHoveringRect(corner, far);
  draw.context.places.add("properties.star." + std::to_string(draw.index), corner, far);
  const ImVec4& color = draw.row.is_starred ? draw.context.theme.changed : draw.context.theme.dim;
  draw_star(center, draw.scaled(6.5F), draw.row.is_starred, packed(color));
  if (!over) return false;
  ImGui::SetTooltip("%s", draw.row.is_starred ? "Back to its place" : "Keep at the top");
  if (!pressed) return false;
  auto& starred = draw.context.state.starred_groups;
  const std::string name(draw.property().name);
  toggle(starred, name);
  return true;
}

/// Where the value begins beside a name of that width at `x`: in its column, unless the name
/// reaches into it and both have room as they are.
float value_begin(const RowDraw& draw, float x, float name_width) {
  const float begin = x + name_width + draw.scaled(10);
  if (begin <= draw.value) return draw.value;
  const PropertyNode& property = draw.property();
  const std::string unit = *property.unit == 0 ? "" : " " + std::string(property.unit);
  const float width =
      text_width(draw.context.fonts.numbers, short_value_text(draw.tree(), draw.row.node)) +
      text_width(draw.context.fonts.text, unit);
  return begin + width <= draw.end ? begin : draw.value;
}

/// Name and value. Returns what a click on the value does.
ValueHit draw_plain(const RowDraw& draw) {
  PanelContext& context = draw.context;
  const Theme& theme = context.theme;
  const PropertyNode& property = draw.property();
  const PropertyStyle& style = draw.tree().style_of(property);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool lit = is_shape_under_mouse(draw);
  const bool is_chosen = draw.row.source == 0 && draw.row.node == draw.cache.chosen.node;
  if (is_chosen) {
    list->AddRectFilled(draw.min, draw.max, packed(with_alpha(theme.selected, 0.6F)),
                        draw.scaled(3));
  }
  if (draw.hovered || lit) {
    list->AddRectFilled(draw.min, draw.max,
                        packed(lit ? with_alpha(theme.selected, 0.7F) : theme.hovered),
                        draw.scaled(3));
  }
  draw_change(context, draw.cache, draw.row, draw.min, draw.max);
  const float indent = static_cast<float>(std::min(draw.row.depth, kDeepestIndent));
  float x = draw.min.x + draw.scaled(8) + indent * draw.scaled(10);
  draw_fold_arrow(draw, x);
  x += draw.scaled(14);
  if (!style.icon.empty()) {
    draw_style_icon(context, style, {x + draw.scaled(6), draw.middle()}, draw.scaled(6),
                    theme.panel);
    x += draw.scaled(17);
  }
  const bool container = is_container(property.type);
  const bool hidden = (property.flags & kPropertyHidden) != 0;
  const bool tells_value = is_shape(property.type) || property.type == PropertyType::table ||
                           property.type == PropertyType::linechart;
  // Between titles and second lines: names are read after values.
  const ImVec4 name_color = hidden      ? theme.dim
                            : container ? theme.text
                                        : mixed(theme.dim, theme.text, 0.4F);
  const std::string note =
      container && !tells_value ? container_note(draw.tree(), draw.row) : std::string();
  const float note_width = text_width(context.fonts.small, note);
  const bool nameless = property.name.empty();
  const std::string name = nameless ? "(no name)" : one_line(property.name);
  const bool is_in_two = !container && (differs_from_recorded(draw.snapshot(), draw.row.node) ||
                                        stays_as_recorded(draw.snapshot(), draw.row.node));
  const float value = container || is_in_two
                          ? draw.value
                          : value_begin(draw, x, text_width(context.fonts.text, name));
  const float name_end = container && !tells_value ? draw.end - note_width : value;
  draw_name(context.fonts.text, x, draw.min.y, draw.max.y,
            packed(nameless ? theme.dim : name_color), name, name_end - draw.scaled(8) - x);
  const ImVec2 corner{value, draw.min.y};
  const ImVec2 far{draw.end, draw.max.y};
  if (!container) {
    const bool is_converted = differs_from_recorded(draw.snapshot(), draw.row.node);
    const float gap = draw.scaled(8);
    if (stays_as_recorded(draw.snapshot(), draw.row.node)) {
      draw_recorded_value(context, draw.snapshot(), draw.row.node, {draw.recorded, draw.min.y},
                          far);
      draw_text(context.fonts.small, corner.x, corner.y, far.y, packed(theme.dim), "as recorded",
                draw.recorded - gap - corner.x);
      return {};
    }
    if (is_converted) {
      draw_recorded_value(context, draw.snapshot(), draw.row.node, {draw.recorded, draw.min.y},
                          far);
    }
    return draw_value(context, draw.cache, draw.snapshot(), draw.row.node, corner,
                      is_converted ? ImVec2{draw.recorded - gap, far.y} : far, draw.hovered,
                      last_change_text(context, draw.cache, draw.row));
  }
  if (!draw_container_value(context, draw.cache, draw.row, corner, far)) {
    draw_text(context.fonts.small, draw.end - note_width, draw.min.y, draw.max.y, packed(theme.dim),
              note, note_width + 1);
  }
  return {};
}

/// The button of a value that can be plotted, left of its name: a small curve. True when it took
/// the click.
bool plot_button(const RowDraw& draw, bool pressed) {
  const PropertySnapshot& snapshot = draw.snapshot();
  if (snapshot.event.exists() || !snapshot.of.entity.exists() || can_fold(draw.row)) return false;
  if (!can_be_plotted(snapshot.tree, draw.row.node)) return false;
  const ImVec2 min{draw.min.x, draw.min.y};
  const ImVec2 max{draw.min.x + draw.scaled(22), draw.max.y};
  draw.context.places.add("properties.plot." + std::to_string(draw.index), min, max);
  if (!draw.hovered) return false;
  const bool over = ImGui::IsMouseHoveringRect(min, max);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = draw.middle();
  for (const ImVec2 step : {ImVec2{5, 3}, ImVec2{9, -3}, ImVec2{13, 1}, ImVec2{18, -5}}) {
    list->PathLineTo({min.x + draw.scaled(step.x), y + draw.scaled(step.y)});
  }
  list->PathStroke(packed(over ? draw.context.theme.text : draw.context.theme.dim),
                   ImDrawFlags_None, draw.scaled(1.6F));
  if (!over) return false;
  ViewState& state = draw.context.state;
  const std::string path = path_of(snapshot.tree, draw.row.node);
  const auto entities = plotted_entities(state, snapshot.of, path);
  if (entities.size() > 1) {
    ImGui::SetTooltip("Plot for all %zu selected", entities.size());
  } else {
    ImGui::SetTooltip("Plot");
  }
  if (pressed) add_curves(state, entities, path, other_of_path(state, snapshot.of, path));
  return pressed;
}

/// A row can be dragged onto the panel of plots.
void drag_row(const RowDraw& draw) {
  const PropertySnapshot& snapshot = draw.snapshot();
  if (snapshot.event.exists() || !snapshot.of.entity.exists() || can_fold(draw.row)) return;
  if (!can_be_plotted(snapshot.tree, draw.row.node)) return;
  if (!ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoDisableHover)) return;
  const std::string path = path_of(snapshot.tree, draw.row.node);
  DraggedCurve dragged{snapshot.of, other_of_path(draw.context.state, snapshot.of, path), {}};
  if (path.size() < dragged.path.size()) {
    path.copy(dragged.path.data(), dragged.path.size() - 1);
    ImGui::SetDragDropPayload(kDraggedCurve, &dragged, sizeof dragged);
    ImGui::TextUnformatted(("Plot " + plot_title(path)).c_str());
  } else {
    ImGui::TextUnformatted("Its path is too long to be dragged: its menu plots it, too.");
  }
  ImGui::EndDragDropSource();
}

void tooltip(const RowDraw& draw) {
  PanelContext& context = draw.context;
  if (draw.row.kind == PropertyRow::Kind::heading || draw.property().type == PropertyType::group) {
    return;
  }
  if (!draw.cache.rest.is_long(draw.row.path_hash, context.now)) {
    context.needs_redraw = true;
    return;
  }
  const bool over_value = pointer_x() >= draw.value;
  if (draw.property().type == PropertyType::resource && over_value &&
      draw.property().text.size > 0) {
    resource_tooltip(context, draw.snapshot().of.recording, draw.property().text_value());
  } else {
    const std::string& path = context.state.pointed_property;
    value_tooltip(context, draw.cache, draw.row,
                  path.empty() ? std::string() : neighbours_text(context, draw.cache, path));
  }
}

void follow_click(const RowDraw& draw, const ValueHit& hit) {
  ViewState& state = draw.context.state;
  if (hit.reference) {
    select(state, *hit.reference);
  } else if (hit.resource) {
    state.open_resource =
        OpenResource{draw.snapshot().of.recording, std::string(draw.property().text_value())};
  } else if (can_fold(draw.row)) {
    toggle_fold(draw);
  }
}

/// The row that is under the mouse, has the keyboard or is clicked is the property that `[` and `]`
/// are about.
void choose_property(const RowDraw& draw, bool pressed) {
  const bool has_keyboard =
      ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight;
  if (draw.row.source != 0 || (!draw.hovered && !has_keyboard && !pressed)) return;
  const std::string path = changes_path(draw.snapshot(), draw.row.node);
  if (path.empty()) return;
  ViewState& state = draw.context.state;
  if (draw.hovered) state.pointed_property = path;
  if (pressed || has_keyboard) state.chosen_property = path;
}

/// "Event: name" with a cross, or the line above the entity's own properties.
void draw_title(const RowDraw& draw) {
  PanelContext& context = draw.context;
  const Theme& theme = context.theme;
  const bool is_event = draw.row.source == 1;
  float x = draw.min.x + draw.scaled(4);
  const float line = draw.max.y - draw.scaled(2);
  ImGui::GetWindowDrawList()->AddLine({draw.min.x, line}, {draw.max.x, line}, packed(theme.line));
  if (!is_event) {
    draw_text(context.fonts.small, x, draw.min.y, draw.max.y, packed(theme.dim),
              "Properties of the entity", draw.end - x);
    return;
  }
  if (!context.state.selected_event) return;
  const SelectedEvent ref = *context.state.selected_event;
  const EventInfo event = context.session().recordings[ref.recording].recording->event(ref.event);
  ImGui::GetWindowDrawList()->AddCircleFilled({x + draw.scaled(5), draw.middle()}, draw.scaled(4),
                                              packed(event_color(theme, event.name, event.tag)));
  x += draw.scaled(16);
  const float cross = draw.scaled(20);
  x += draw_text(context.fonts.text, x, draw.min.y, draw.max.y, packed(theme.text),
                 "Event: " + one_line(event.name), draw.end - cross - x);
  x += draw.scaled(8);
  draw_text_if_room(context.fonts.small, x, draw.min.y, draw.max.y, packed(theme.dim),
                    one_line(event.tag), draw.end - cross - x);
  ImGui::SetCursorScreenPos({draw.end - cross, draw.min.y});
  const bool closed = ImGui::InvisibleButton("close event", {cross, draw.max.y - draw.min.y});
  context.places.add_item("properties.event.close");
  const bool over = ImGui::IsItemHovered();
  if (over) ImGui::SetTooltip("Close the event");
  draw_cross({draw.end - cross / 2, draw.middle()}, draw.scaled(4),
             packed(over ? theme.text : theme.dim));
  if (closed) context.state.selected_event.reset();
}

}  // namespace

void draw_column_names(ViewContext& context, const PropertiesCache& cache) {
  const PropertySnapshot& snapshot = cache.shown.recorded.empty() ? cache.event : cache.shown;
  if (snapshot.recorded.empty() || !snapshot.coordinates) return;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float height = context.fonts.small->FontSize + 4 * context.scale;
  const ImVec2 max{min.x + ImGui::GetContentRegionAvail().x, min.y + height};
  ImGui::Dummy({max.x - min.x, height});
  context.places.add_item("properties.columns");
  const ValueColumns columns = columns_of(context, min, max, true);
  const float gap = 8 * context.scale;
  const ImU32 color = packed(context.theme.dim);
  draw_text(context.fonts.small, columns.value, min.y, max.y, color,
            coordinate_words(*snapshot.coordinates), columns.recorded - columns.value - gap);
  draw_text(context.fonts.small, columns.recorded, min.y, max.y, color,
            "recorded: " + coordinate_words(*snapshot.recorded_coordinates),
            columns.end - columns.recorded);
}

void draw_property_row(PanelContext& context, PropertiesCache& cache, std::size_t index, ImVec2 min,
                       ImVec2 max) {
  const PropertyRow& row = cache.rows[index];
  const ValueColumns columns =
      columns_of(context, min, max, !cache.snapshot_of(row).recorded.empty());
  RowDraw draw{context, cache, row, index, min, max, columns.value, columns.recorded, columns.end};
  if (draw.row.kind == PropertyRow::Kind::title) {
    context.places.add("properties.row." + std::to_string(index), min, max);
    draw_title(draw);
    return;
  }
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(draw.row.path_hash & 0x7FFFFFFF));
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  draw.hovered = ImGui::IsItemHovered();
  context.places.add_item("properties.row." + std::to_string(index));
  choose_property(draw, pressed);
  ValueHit hit;
  bool taken = false;
  if (draw.row.kind == PropertyRow::Kind::heading) {
    draw_heading(draw);
    taken = draw_group_star(draw, pressed);
    draw_comments(draw, draw.end - draw.scaled(kStarRoom));
  } else {
    drag_row(draw);
    hit = draw_plain(draw);
    draw_comments(draw, draw.end);
    taken = plot_button(draw, pressed);
  }
  if (pressed && !taken) follow_click(draw, hit);
  if (draw.hovered) {
    if (const auto shape = shape_of(draw)) context.state.hovered_property = shape;
    if (hit.reference) context.state.hovered = hit.reference;
    if (hit.reference || hit.resource) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseReleased(1)) ImGui::OpenPopup("menu");
  }
  if (ImGui::BeginPopup("menu")) {
    property_menu(context, cache, draw.row);
    ImGui::EndPopup();
  } else if (draw.hovered) {
    tooltip(draw);
  }
  ImGui::PopID();
}

}  // namespace scrubjay
