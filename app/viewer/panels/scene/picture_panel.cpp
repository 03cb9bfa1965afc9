#include "app/viewer/panels/scene/picture_panel.h"

#include <cmath>

#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

/// "screenshot of Camera", and a cross that closes the area.
void head(ViewContext& context, const PinnedPicture& pinned) {
  const float s = context.scale;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = row_height(context);
  const float cross = 22 * s;
  ImGui::SetCursorScreenPos(min);
  if (ImGui::InvisibleButton("entity", {std::max(1.0F, width - cross), height})) {
    select(context.state, pinned.entity);
  }
  context.places.add_item("picture.entity");
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) context.state.hovered = pinned.entity;
  const std::string_view name = parts_of_path(pinned.property).name;
  const float used = draw_text(context.fonts.text, min.x, min.y, min.y + height,
                               packed(context.theme.text), one_line(name, 100), width - cross);
  draw_text_if_room(context.fonts.small, min.x + used + 8 * s, min.y, min.y + height,
                    packed(context.theme.dim), entity_title(context, pinned.entity),
                    width - cross - used - 8 * s);
  ImGui::SetCursorScreenPos({min.x + width - cross, min.y});
  const bool closed = ImGui::InvisibleButton("close", {std::max(1.0F, cross), height});
  context.places.add_item("picture.close");
  const bool on_cross = ImGui::IsItemHovered();
  if (on_cross) ImGui::SetTooltip("Close the picture");
  draw_cross({min.x + width - cross / 2, min.y + height / 2}, 4 * s,
             packed(on_cross ? context.theme.text : context.theme.dim));
  if (closed) context.state.pinned_picture.reset();
  ImGui::SetCursorScreenPos({min.x, min.y + height + 4 * s});
}

/// The resource at the playhead, or nothing when the entity names none there.
std::optional<std::string_view> resource_now(const ViewContext& context,
                                             const PinnedPicture& pinned) {
  const MomentFrame* shown = context.moment.frame_of(pinned.entity);
  if (shown == nullptr || shown->frame == nullptr) return std::nullopt;
  return named_resource(*shown->frame, pinned.entity.entity, pinned.property);
}

void picture_area(PanelContext& context, const PinnedPicture& pinned) {
  PicturePanelCache& cache = context.caches.of<PicturePanelCache>();
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 max{min.x + room.x, min.y + room.y};
  if (room.x < 4 || room.y < 4) return;
  const std::size_t recording = pinned.entity.recording;
  const auto path = resource_now(context, pinned);
  if (!path || path->empty()) {
    cache.path.clear();
    hint_text(context, "There is no picture at this moment.");
    return;
  }
  const Picture& picture = find_picture(context, recording, *path);
  if (picture.state == Picture::State::failed) {
    hint_text(context, one_line(picture.error));
    return;
  }
  if (picture.state == Picture::State::ready) {
    if (!picture.image) {
      hint_text(context, "What is named here is no picture.");
      return;
    }
    cache.recording = recording;
    cache.path = *path;
  }
  if (cache.path.empty() || cache.recording != recording) {
    hint_text(context, "Reading\xE2\x80\xA6");
    return;
  }
  const Picture& shown = find_picture(context, recording, cache.path);
  if (!shown.image) return;
  ImGui::InvisibleButton("picture", room);
  context.places.add_item("picture.image");
  draw_picture(context, recording, cache.path, *shown.image, min, max);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    context.state.open_resource = OpenResource{recording, cache.path};
  }
}

}  // namespace

std::optional<std::string_view> named_resource(const Frame& frame, EntityIndex entity,
                                               std::string_view property) {
  const Entity* found = frame.find(entity);
  if (found == nullptr) return std::nullopt;
  const auto node = find_path(frame.tree, found->properties, property);
  if (!node || frame.tree[*node].type != PropertyType::resource) return std::nullopt;
  return frame.tree[*node].text_value();
}

void picture_panel(PanelContext& context) {
  if (!context.state.pinned_picture) return;
  const PinnedPicture pinned = *context.state.pinned_picture;
  const auto& recordings = context.session().recordings;
  if (pinned.entity.recording >= recordings.size() ||
      pinned.entity.entity.value >= recordings[pinned.entity.recording].recording->entity_count()) {
    hint_text(context, "The entity of this picture is not there any more.");
    return;
  }
  head(context, pinned);
  picture_area(context, pinned);
}

}  // namespace scrubjay
