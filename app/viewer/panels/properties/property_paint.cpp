#include "app/viewer/panels/properties/property_paint.h"

#include <algorithm>
#include <cmath>

#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "app/viewer/css_color.h"
#include "app/viewer/entity_references.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/properties/chart_view.h"
#include "app/viewer/panels/properties/property_blocks.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/properties/property_text.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/json_writer.h"
#include "core/meaning_choice.h"
#include "core/text.h"
#include "core/turn_angles.h"

namespace scrubjay {

namespace {

/// How long the mark of a change is strong [s].
constexpr double kFade = 1.0;
/// Marks older than this may be forgotten when there are many.
constexpr std::size_t kMarks = 20000;
constexpr std::size_t kLongestCopyText = 1 << 20;

ImVec4 color_of(std::span<const double> values) {
  const auto part = [&](std::size_t i, double otherwise) {
    const double value = i < values.size() ? values[i] : otherwise;
    return std::isfinite(value) ? static_cast<float>(std::clamp(value, 0.0, 1.0)) : 0.0F;
  };
  return {part(0, 0), part(1, 0), part(2, 0), part(3, 1)};
}

void draw_swatch(const DrawContext& context, const ImVec4& color, ImVec2 min, ImVec2 max, float x) {
  const float side = std::round(12 * context.scale);
  const float top = std::round((min.y + max.y - side) / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({x, top}, {x + side, top + side}, packed(color), 2 * context.scale);
  list->AddRect({x, top}, {x + side, top + side}, packed(context.theme.dim), 2 * context.scale);
}

/// The text of a value that fits into `width`: with four digits of each number, else fewer, else
/// the same all the same (it is cut off when drawn).
std::string fitting_text(const PropertyTree& tree, PropertyTree::Node node, float digit,
                         float width) {
  std::string text = short_value_text(tree, node);
  const auto room = static_cast<std::size_t>(std::max(0.0F, width / std::max(1.0F, digit)));
  if (text.size() <= room || room < 3) return text;
  const std::string rounded = rounded_value_text(tree, node, room);
  return rounded.empty() ? text : rounded;
}

bool is_number(PropertyType type) {
  return type == PropertyType::number || type == PropertyType::integer || has_numbers(type);
}

void draw_number(const DrawContext& context, const PropertyTree& tree, PropertyTree::Node node,
                 ImVec2 min, ImVec2 max, float x, const ImVec4& color, std::size_t whole_digits) {
  const PropertyNode& property = tree[node];
  ImFont* font = context.fonts.numbers;
  const float digit = text_width(font, "0");
  std::string unit = one_line(property.unit, 30);
  float unit_width = unit.empty() ? 0 : text_width(context.fonts.small, unit) + 6 * context.scale;
  // Four digits go before a unit.
  const float wanted = text_width(font, short_value_text(tree, node));
  if (wanted > max.x - x - unit_width && wanted <= max.x - x) {
    unit.clear();
    unit_width = 0;
  }
  const bool scalar =
      property.type == PropertyType::number || property.type == PropertyType::integer;
  const std::string text = fitting_text(tree, node, digit, max.x - x - unit_width);
  if (scalar) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const float shift = point < whole_digits ? static_cast<float>(whole_digits - point) * digit : 0;
    const float room = max.x - x - unit_width - text_width(font, text);
    x += std::clamp(shift, 0.0F, std::max(0.0F, room));
  }
  const float used = draw_text(font, x, min.y, max.y, packed(color), text, max.x - x - unit_width);
  if (!unit.empty()) {
    draw_text(context.fonts.small, x + used + 6 * context.scale, min.y, max.y,
              packed(context.theme.dim), unit, unit_width);
  }
}

/// A text that a click on it follows.
void draw_link(const DrawContext& context, ImVec2 min, ImVec2 max, ImU32 color,
               const std::string& text, const std::string& behind, bool over) {
  const float used = draw_text(context.fonts.text, min.x, min.y, max.y, color, text, max.x - min.x);
  if (over) {
    const float line = std::round((min.y + max.y + context.fonts.text->FontSize) / 2);
    ImGui::GetWindowDrawList()->AddLine({min.x, line}, {min.x + used, line}, color);
  }
  const float gap = 6 * context.scale;
  draw_text_if_room(context.fonts.small, min.x + used + gap, min.y, max.y,
                    packed(context.theme.dim), behind, max.x - min.x - used - gap);
}

/// Behind a value. Where there is no room for all of it, what it was goes before since when.
void draw_last_change(const DrawContext& context, float x, ImVec2 min, ImVec2 max,
                      const LastChangeText& change) {
  const std::string whole = change.whole();
  const bool is_fitting = text_width(context.fonts.small, whole) <= max.x - x;
  draw_text_if_room(context.fonts.small, x, min.y, max.y, packed(context.theme.dim),
                    is_fitting ? whole : change.before, max.x - x);
}

/// The name that the source gives the reference or that the entity has, and the id behind it.
ValueHit draw_reference(PanelContext& context, const PropertySnapshot& snapshot,
                        const PropertyNode& property, ImVec2 min, ImVec2 max, bool hovered,
                        const LastChangeText& change) {
  const std::string_view id = property.text_value();
  const std::string_view label = snapshot.tree.style_of(property).label;
  const auto target = context.caches.of<EntityReferences>().find(context, snapshot.of.recording,
                                                                 snapshot.stream, id);
  std::string name = one_line(label.empty() ? id : label);
  if (target && label.empty()) name = entity_title(context, *target);
  std::string behind = name == id ? std::string() : one_line(id, 60);
  if (!change.since.empty()) {
    // As behind other values: what it was goes before since when.
    if (!behind.empty()) behind += "  ";
    const float room = max.x - min.x - text_width(context.fonts.text, name) - 6 * context.scale;
    const bool is_fitting = text_width(context.fonts.small, behind + change.whole()) <= room;
    behind += is_fitting ? change.whole() : change.before;
  }
  if (!target) {
    draw_link(context, min, max, packed(context.theme.text), name, behind, false);
    return {};
  }
  const bool alive = context.moment.find(*target) != nullptr;
  const bool over = hovered && ImGui::GetIO().MousePos.x >= min.x;
  draw_link(context, min, max, packed(alive ? context.theme.accent : context.theme.dim), name,
            behind, over);
  return {.reference = over ? target : std::nullopt};
}

ValueHit draw_resource(const DrawContext& context, const PropertyNode& property, ImVec2 min,
                       ImVec2 max, bool hovered) {
  const std::string_view path = property.text_value();
  const bool over = hovered && !path.empty() && ImGui::GetIO().MousePos.x >= min.x;
  const ImU32 color = packed(path.empty() ? context.theme.dim : context.theme.accent);
  draw_link(context, min, max, color, path.empty() ? "none" : one_line(path), {}, over);
  return {.reference = std::nullopt, .resource = over};
}

/// What a shape is, its colour and its layer.
void draw_shape(const DrawContext& context, const PropertyTree& tree, PropertyTree::Node node,
                ImVec2 min, ImVec2 max) {
  std::string_view layer;
  float x = min.x;
  for_each_root(tree, children_of(tree, node), [&](auto, const PropertyNode& part) {
    if (part.name == "layer" && part.type == PropertyType::string) layer = part.text_value();
    if (part.type == PropertyType::color) {
      draw_swatch(context, color_of(tree.numbers_of(part)), min, max, x);
      x += 18 * context.scale;
    }
  });
  x += draw_text(context.fonts.text, x, min.y, max.y, packed(context.theme.text),
                 to_text(tree[node].type), max.x - x);
  x += 8 * context.scale;
  draw_text_if_room(context.fonts.small, x, min.y, max.y, packed(context.theme.dim),
                    layer.empty() ? "Default" : one_line(layer, 60), max.x - x);
}

/// By how much something is turned whose rotation the value is: (roll, pitch, yaw) in degrees.
std::optional<glm::dvec3> angles_of(const PropertySnapshot& snapshot, PropertyTree::Node node) {
  const PropertyNode& property = snapshot.tree[node];
  if (property.type != PropertyType::quat || !snapshot.coordinates) return std::nullopt;
  const auto q = snapshot.tree.numbers_of(property);
  if (q.size() != 4) return std::nullopt;
  return turn_angles(glm::dquat(q[3], q[0], q[1], q[2]), *snapshot.coordinates);
}

std::string type_text(const PropertyTree& tree, const PropertyNode& property) {
  std::string text(to_text(property.type));
  const std::string_view own = tree.style_of(property).type_name;
  if (!own.empty()) text += " " + one_line(own, 80);
  if (property.type == PropertyType::number || has_numbers(property.type)) {
    text += property.precision == Precision::float32 ? ", 32 bits" : ", 64 bits";
  }
  return text;
}

}  // namespace

void note_changes(PropertiesCache& cache, double now, bool new_frame) {
  if (cache.changed_at.size() > kMarks) cache.changed_at.clear();
  for (const PropertyRow& row : cache.rows) {
    if (!row.is_changed) continue;
    if (new_frame) {
      cache.changed_at[row.path_hash] = now;
    } else {
      cache.changed_at.try_emplace(row.path_hash, now);
    }
  }
}

void draw_change(DrawContext& context, PropertiesCache& cache, const PropertyRow& row, ImVec2 min,
                 ImVec2 max) {
  const auto found = cache.changed_at.find(row.path_hash);
  if (found == cache.changed_at.end()) return;
  const double age = std::max(0.0, context.now - found->second);
  const auto strong =
      context.reduced_motion ? 0 : static_cast<float>(std::max(0.0, 1.0 - age / kFade));
  const float strength = std::max(strong, row.is_changed ? kFadedChange : 0.0F);
  if (strength <= 0) {
    cache.changed_at.erase(found);
    return;
  }
  if (strong > 0) context.needs_redraw = true;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float s = context.scale;
  const ImVec4 color = context.theme.changed;
  if (strong > 0) list->AddRectFilled(min, max, packed(with_alpha(color, 0.18F * strong)), 3 * s);
  list->AddRectFilled({min.x, min.y + 3 * s}, {min.x + 3 * s, max.y - 3 * s},
                      packed(with_alpha(color, strength)), 1.5F * s);
}

ValueHit draw_value(PanelContext& context, PropertiesCache& cache, const PropertySnapshot& snapshot,
                    PropertyTree::Node node, ImVec2 min, ImVec2 max, bool hovered,
                    const LastChangeText& change) {
  const PropertyTree& tree = snapshot.tree;
  const PropertyNode& property = tree[node];
  const ImU32 color = packed(context.theme.text);
  float x = min.x;
  if (property.type == PropertyType::entity) {
    return draw_reference(context, snapshot, property, min, max, hovered, change);
  }
  if (property.type == PropertyType::resource) {
    return draw_resource(context, property, min, max, hovered);
  }
  if (property.type == PropertyType::color) {
    draw_swatch(context, color_of(tree.numbers_of(property)), min, max, x);
    x += 18 * context.scale;
  }
  // Four numbers of a digit each are no rotation: where they have no room it is told in angles.
  const bool is_cramped =
      property.type == PropertyType::quat &&
      text_width(context.fonts.numbers, short_value_text(tree, node)) > max.x - x;
  if (const auto angles = is_cramped ? angles_of(snapshot, node) : std::nullopt) {
    draw_text(context.fonts.numbers, x, min.y, max.y, color, turn_text(*angles), max.x - x);
    return {};
  }
  if (is_number(property.type)) {
    draw_number(context, tree, node, min, max, x, context.theme.text, cache.whole_digits);
    return {};
  }
  std::string text = bare_value_text(tree, node);
  const bool plain =
      property.type == PropertyType::null || property.type == PropertyType::bytes || text.empty();
  if (text.empty()) text = "empty";
  x += draw_text(context.fonts.text, x, min.y, max.y, plain ? packed(context.theme.dim) : color,
                 text, max.x - x);
  x += 8 * context.scale;
  draw_last_change(context, x, min, max, change);
  return {};
}

LastChangeText last_change_text(PanelContext& context, const PropertiesCache& cache,
                                const PropertyRow& row) {
  if (row.source != 0 || !cache.shown.frame.exists()) return {};
  const auto change = cache.history.last_change(row.path_hash, cache.shown.frame);
  if (!change) return {};
  const bool is_reference = cache.shown.tree[row.node].type == PropertyType::entity;
  return {"since frame " + grouped_digits(change->frame.value),
          "was " + named_value(context, cache.shown.of, is_reference, change->before)};
}

bool differs_from_recorded(const PropertySnapshot& snapshot, PropertyTree::Node node) {
  if (node >= snapshot.recorded.size()) return false;
  const PropertyNode& shown = snapshot.tree[node];
  const PropertyNode& recorded = snapshot.recorded[node];
  if (shown.type == PropertyType::number) return shown.number != recorded.number;
  return has_numbers(shown.type) && !std::ranges::equal(snapshot.tree.numbers_of(shown),
                                                        snapshot.recorded.numbers_of(recorded));
}

bool stays_as_recorded(const PropertySnapshot& snapshot, PropertyTree::Node node) {
  if (node >= snapshot.recorded.size()) return false;
  const PropertyNode& property = snapshot.tree[node];
  const bool is_vector = has_numbers(property.type) && can_mean(property.type, Meaning::point);
  return is_vector && property.meaning == Meaning::none;
}

void draw_recorded_value(const DrawContext& context, const PropertySnapshot& snapshot,
                         PropertyTree::Node node, ImVec2 min, ImVec2 max) {
  draw_number(context, snapshot.recorded, node, min, max, min.x, context.theme.dim, 1);
}

void draw_style_icon(const DrawContext& context, const PropertyStyle& style, ImVec2 center,
                     float radius, const ImVec4& background) {
  const auto own = parse_css_color(style.color);
  const ImVec4 color = own ? readable_on(*own, background, 3) : context.theme.dim;
  draw_property_icon(style.icon, center, radius, packed(color));
}

bool draw_container_value(DrawContext& context, PropertiesCache& cache, const PropertyRow& row,
                          ImVec2 min, ImVec2 max) {
  const PropertySnapshot& snapshot = cache.snapshot_of(row);
  const PropertyNode& property = snapshot.tree[row.node];
  if (is_shape(property.type)) {
    draw_shape(context, snapshot.tree, row.node, min, max);
    return true;
  }
  std::string text;
  if (property.type == PropertyType::table) {
    const TableData& table = table_of(cache, row);
    text = table_size_text(table.columns(), table.rows());
  } else if (property.type == PropertyType::linechart) {
    text = chart_size_text(read_chart(snapshot.tree, row.node));
  } else {
    return false;
  }
  draw_text(context.fonts.text, min.x, min.y, max.y, packed(context.theme.dim), text,
            max.x - min.x);
  return true;
}

std::string container_note(const PropertyTree& tree, const PropertyRow& row) {
  const PropertyNode& property = tree[row.node];
  std::string note;
  if (property.type != PropertyType::group && property.type != PropertyType::list) {
    const std::string_view own = tree.style_of(property).type_name;
    note = own.empty() ? std::string(to_text(property.type)) : one_line(own, 40);
  }
  if (!row.is_open || property.type == PropertyType::list) {
    note += (note.empty() ? "" : "  ") + grouped_digits(row.children);
  }
  return note;
}

void value_tooltip(PanelContext& context, const PropertiesCache& cache, const PropertyRow& row,
                   const std::string& changes) {
  const PropertySnapshot& snapshot = cache.snapshot_of(row);
  const PropertyTree& tree = snapshot.tree;
  const PropertyNode& property = tree[row.node];
  std::string text;
  if (!is_container(property.type)) {
    text = bare_value_text(tree, row.node);
    if (property.unit[0] != '\0') text += " " + one_line(property.unit, 30);
    text += '\n';
    if (const auto angles = angles_of(snapshot, row.node)) text += angles_text(*angles) + '\n';
  }
  if (differs_from_recorded(snapshot, row.node)) {
    text += "recorded: " + bare_value_text(snapshot.recorded, row.node);
    const char* unit = snapshot.recorded[row.node].unit;
    if (unit[0] != '\0') text += " " + one_line(unit, 30);
    text += '\n';
  }
  if (stays_as_recorded(snapshot, row.node)) {
    text += "as recorded: what it means in space is not known (right click, Means)\n";
  }
  if (row.is_changed && !is_container(property.type)) {
    const std::uint32_t before = snapshot.previous_of[row.node];
    text += before == kNoNode ? "new at this frame"
                              : "before: " + bare_value_text(snapshot.previous, before);
    text += '\n';
  }
  const std::string since = last_change_text(context, cache, row).whole();
  if (!changes.empty()) {
    text += changes;
  } else if (!since.empty()) {
    text += since + '\n';
  }
  const std::string_view icon = tree.style_of(property).icon;
  if (!icon.empty() && !has_property_icon(icon)) text += "icon " + one_line(icon, 60) + '\n';
  text += one_line(path_of(tree, row.node), 400) + '\n' + type_text(tree, property);
  text_tooltip(context, text);
}

std::string whole_value_text(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (is_text(property.type) && property.type != PropertyType::bytes) {
    return valid_utf8(property.text_value().substr(0, kLongestCopyText));
  }
  return bare_value_text(tree, node);
}

std::string property_json(const PropertyTree& tree, PropertyTree::Node node) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  write_property(json, tree, node);
  return text;
}

}  // namespace scrubjay
