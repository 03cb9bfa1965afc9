#include <algorithm>

#include "app/viewer/panels/scene/scene_parts.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// The tree and node of a shape in the moment's frames; a null tree when it is not there.
struct FoundShape {
  const PropertyTree* tree = nullptr;
  PropertyTree::Node node = 0;
};

FoundShape find_shape(const Moment& moment, const HoveredProperty& shape) {
  for (const MomentFrame& shown : moment.frames) {
    if (shown.frame == nullptr || shown.ref.recording != shape.entity.recording) continue;
    const Frame& frame = *shown.frame;
    PropertyRange range;
    if (shape.event.exists()) {
      const auto event = std::ranges::find(frame.events, shape.event, &FrameEvent::index);
      if (event != frame.events.end()) range = event->properties;
    } else if (const Entity* const entity = frame.find(shape.entity.entity)) {
      range = entity->properties;
    }
    if (shape.node < range.count) return {&frame.tree, range.first + shape.node};
  }
  return {};
}

/// "vision cone · mesh · layer Sight", as short as it can be.
std::string tag_of(const PropertyTree& tree, PropertyTree::Node node) {
  constexpr std::size_t kLongest = 64;
  std::string text = valid_utf8(tree[node].name.substr(0, kLongest));
  if (!text.empty()) text += " · ";
  text += to_text(tree[node].type);
  if (const auto layer = find_path(tree, children_of(tree, node), "layer")) {
    const std::string_view name = is_text(tree[*layer].type) ? tree[*layer].text_value() : "";
    if (!name.empty()) text += " · " + valid_utf8(name.substr(0, kLongest));
  }
  return text;
}

}  // namespace

void scene_shape_tag(const ViewContext& context, const ScenePlace& place) {
  if (!context.state.hovered_shape) return;
  const FoundShape found = find_shape(context.moment, *context.state.hovered_shape);
  if (found.tree == nullptr) return;
  const std::string text = tag_of(*found.tree, found.node);
  ImGui::PushFont(context.fonts.small);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 end = place.window_of({place.viewport.width, place.viewport.height});
  const float gap = 16 * context.scale;
  const ImVec2 at{std::min(mouse.x + gap, end.x - size.x - gap),
                  std::min(mouse.y + gap, end.y - size.y - gap)};
  text_on_patch(context, at, text, context.theme.text);
  ImGui::PopFont();
}

}  // namespace scrubjay
