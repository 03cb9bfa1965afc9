#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/panel.h"
#include "app/viewer/panels/properties/properties_cache.h"

namespace scrubjay {

/// What is left of the mark of a change once it is no longer new.
inline constexpr float kFadedChange = 0.7F;

/// Remembers when rows were seen to change, for marks that fade. `new_frame`: the rows are of
/// another frame than before, so those that differ changed now.
void note_changes(PropertiesCache& cache, double now, bool new_frame);

/// The mark of a changed row at its left edge: strong at first, then faint while the playhead stays
/// at the frame in which the value changed.
void draw_change(DrawContext& context, PropertiesCache& cache, const PropertyRow& row, ImVec2 min,
                 ImVec2 max);

struct ValueHit {
  std::optional<EntityRef> reference;  ///< what a click on the value selects
  bool resource = false;               ///< a click on the value opens the file that it names
};

/// Draws the icon that the source gives a property, in its colour, inside a circle.
void draw_style_icon(const DrawContext& context, const PropertyStyle& style, ImVec2 center,
                     float radius, const ImVec4& background);

/// When a value became what it is, and what it was before. Both are empty where that is not known,
/// or it was never another.
struct LastChangeText {
  std::string since;   ///< "since frame 5"
  std::string before;  ///< "was Chasing"
  /// Both: "since frame 5, was Chasing".
  std::string whole() const { return since.empty() ? "" : since + ", " + before; }
};
LastChangeText last_change_text(PanelContext& context, const PropertiesCache& cache,
                                const PropertyRow& row);

/// A value with its unit between two corners: numbers with four significant digits, aligned at the
/// decimal point, swatches for colours, names for references. `change` stands dimmed behind a text,
/// a boolean or a reference where there is room.
ValueHit draw_value(PanelContext& context, PropertiesCache& cache, const PropertySnapshot& snapshot,
                    PropertyTree::Node node, ImVec2 min, ImVec2 max, bool hovered,
                    const LastChangeText& change = {});

/// Whether a value is shown in other coordinates and is another there.
bool differs_from_recorded(const PropertySnapshot& snapshot, PropertyTree::Node node);
/// Whether it is a vector of which nobody has said what it means in space, shown where others are
/// converted.
bool stays_as_recorded(const PropertySnapshot& snapshot, PropertyTree::Node node);
/// The value of a number or vector as it was recorded, dimmed.
void draw_recorded_value(const DrawContext& context, const PropertySnapshot& snapshot,
                         PropertyTree::Node node, ImVec2 min, ImVec2 max);

/// The value of a container on one line, where there is a short way to say it: what a shape is and
/// on which layer, how large a table or a chart is. False where there is none.
bool draw_container_value(DrawContext& context, PropertiesCache& cache, const PropertyRow& row,
                          ImVec2 min, ImVec2 max);

/// At the right end of a container's row: how much is in it, and what it is if not a plain group.
std::string container_note(const PropertyTree& tree, const PropertyRow& row);

/// Whole value, value before, path and type. `changes`: when it changed and will change, where that
/// is known better than last_change_text() does.
void value_tooltip(PanelContext& context, const PropertiesCache& cache, const PropertyRow& row,
                   const std::string& changes = {});

/// The value for the clipboard: texts as they are, numbers in the form that reads back.
std::string whole_value_text(const PropertyTree& tree, PropertyTree::Node node);

/// The property with all that is in it, as `scrubjay show` prints it.
std::string property_json(const PropertyTree& tree, PropertyTree::Node node);

}  // namespace scrubjay
