#include <algorithm>
#include <string>

#include "app/plain_text.h"
#include "app/viewer/panels/entity_label.h"
#include "app/viewer/panels/scene_parts.h"
#include "app/viewer/panels/stream_rows.h"
#include "core/text.h"
#include "render/axis_gizmo.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMeasuredLabels = 400;
constexpr std::size_t kLongestName = 48;

/// A name as it fits beside an entity: valid, not endless.
std::string short_name(std::string_view name) {
  std::string text = valid_utf8(name.substr(0, kLongestName));
  if (name.size() > kLongestName) text += "…";
  return text;
}

/// What is written beside an instance: what it calls itself, else its name.
std::string label_text(const PanelContext& context, const SceneInstance& instance) {
  const MomentFrame* const shown = context.moment.frame_of(instance.ref());
  const Entity* const entity = shown == nullptr ? nullptr : shown->frame->find(instance.entity);
  const std::string_view label =
      entity == nullptr ? std::string_view() : entity_label(*shown->frame, *entity);
  return short_name(label.empty() ? instance.name : label);
}

ImVec4 color_of(std::uint32_t hex) {
  return {static_cast<float>((hex >> 16) & 0xFF) / 255.0F,
          static_cast<float>((hex >> 8) & 0xFF) / 255.0F, static_cast<float>(hex & 0xFF) / 255.0F,
          1};
}

/// A flat button over the picture that opens a menu below itself.
bool menu_button(PanelContext& context, const char* label, const char* popup,
                 std::string_view place) {
  // Labels go on behind it.
  ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(context.theme.panel, 1));
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + 4 * context.scale};
  context.places.add_item(place);
  if (pressed) ImGui::OpenPopup(popup);
  ImGui::SetNextWindowPos(below);
  return ImGui::BeginPopup(popup);
}

void camera_menu(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  ViewState& state = context.state;
  if (ImGui::MenuItem("Fit everything", "F")) fit_scene(context, cache, place.viewport);
  const auto primary = primary_selection(state);
  if (ImGui::MenuItem("Focus the selection", "F", false, primary.has_value())) {
    state.focus_request = primary;
  }
  if (ImGui::MenuItem("Follow the selection", "V", state.followed.has_value(),
                      primary.has_value() || state.followed.has_value())) {
    state.followed = state.followed ? std::nullopt : primary;
  }
  ImGui::Separator();
  if (ImGui::MenuItem("From the top", "T")) look_from_top(state.camera);
  bool parallel = state.camera.projection == Projection::orthographic;
  if (ImGui::MenuItem("Without perspective", nullptr, &parallel)) {
    state.camera.projection = parallel ? Projection::orthographic : Projection::perspective;
  }
}

/// "Player 1 begins at 0.830 s", of a stream or recording that is not live; of many how many.
std::vector<std::string> absence_notes(const PanelContext& context) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> notes;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.presence == Presence::live) continue;
    const OpenRecording& open = context.session().recordings[shown.ref.recording];
    const Timeline& timeline = open.recording->timeline();
    const StreamIndex stream = timeline.stream(shown.ref.frame);
    const auto age = stream_age(*open.recording, stream, context.moment.time - open.offset);
    if (!age) continue;
    notes.push_back((has_several_streams(*open.recording)
                         ? stream_title(timeline, stream)
                         : short_name(file_name(open.recording->file().path()))) +
                    ' ' + age_text(*age, open.offset));
    if (shown.presence == Presence::past) notes.back() += ": its last state is shown dimmed";
  }
  if (notes.size() > kMost) {
    notes = {grouped_digits(notes.size()) + " clients have not begun or are over"};
  }
  return notes;
}

}  // namespace

void text_on_patch(const PanelContext& context, ImVec2 at, const std::string& text, ImVec4 color) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float pad = 4 * context.scale;
  draw->AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2},
                      packed(with_alpha(context.theme.panel, kPatchOpacity)), 4 * context.scale);
  draw->AddText(at, packed(color), text.c_str());
}

void scene_labels(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  nearest_labels(cache.content, context.state.camera, place.viewport, kMeasuredLabels,
                 cache.labels);
  ImGui::PushFont(context.fonts.small);
  cache.label_candidates.clear();
  if (context.state.names == LayerState::selected) {
    std::erase_if(cache.labels, [&](const SceneLabel& label) {
      constexpr unsigned kWanted = kSceneSelected | kSceneHovered;
      return (cache.content.instances[label.instance].flags & kWanted) == 0;
    });
  }
  for (const SceneLabel& label : cache.labels) {
    const SceneInstance& instance = cache.content.instances[label.instance];
    const ImVec2 size = ImGui::CalcTextSize(label_text(context, instance).c_str());
    const float pad = 6 * context.scale;
    cache.label_candidates.push_back(
        {label.anchor, {size.x + 2 * pad, size.y + pad}, label.priority, label.key});
  }
  LabelLayout::Options options;
  options.most = 40;
  cache.label_layout.choose(
      cache.label_candidates,
      {static_cast<float>(place.viewport.width), static_cast<float>(place.viewport.height)},
      options, cache.label_placements);
  // The most important last, so that it is on top.
  for (auto it = cache.label_placements.rbegin(); it != cache.label_placements.rend(); ++it) {
    const SceneInstance& instance = cache.content.instances[cache.labels[it->candidate].instance];
    const bool strong = (instance.flags & (kSceneSelected | kSceneHovered)) != 0;
    const ImVec2 at = place.window_of(glm::dvec2(it->corner) + glm::dvec2(6.0 * context.scale));
    text_on_patch(context, at, label_text(context, instance),
                  strong ? context.theme.text : context.theme.dim);
  }
  ImGui::PopFont();
}

void scene_gizmo(PanelContext& context, const ScenePlace& place) {
  const Session& session = context.session();
  CoordinateSystem system = session.recordings.front().recording->info().coordinates;
  // A frame knows its own, which may differ from those of the frame before.
  const auto primary = primary_selection(context.state);
  const MomentFrame* shown = primary ? context.moment.frame_of(*primary) : nullptr;
  if (shown == nullptr && !context.moment.frames.empty()) shown = &context.moment.frames.front();
  if (shown != nullptr && shown->frame != nullptr) system = shown->frame->coordinates;
  if (context.state.coordinates) system = *context.state.coordinates;
  const float radius = 34 * context.scale;
  const float margin = 16 * context.scale;
  const ImVec2 middle = place.window_of(
      {place.viewport.width - static_cast<double>(radius + margin + 10 * context.scale),
       static_cast<double>(radius + margin)});
  const auto arms = axis_gizmo(context.state.camera, system);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const glm::vec2 at{(mouse.x - middle.x) / radius, (mouse.y - middle.y) / radius};

  ImGui::SetCursorScreenPos({middle.x - radius * 1.3F, middle.y - radius * 1.3F});
  const bool clicked = ImGui::InvisibleButton("gizmo", {radius * 2.6F, radius * 2.6F});
  context.places.add_item("scene.gizmo");
  const bool over = ImGui::IsItemHovered();
  const auto under = over ? gizmo_arm_at(arms, at) : std::nullopt;
  if (clicked && under) look_from(context.state.camera, *under);
  if (under) {
    ImGui::SetTooltip("Look along %.*s (%.*s)", static_cast<int>(under->label.size()),
                      under->label.data(), static_cast<int>(under->meaning.size()),
                      under->meaning.data());
  }

  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (over) {
    draw->AddCircleFilled(middle, radius * 1.3F, packed(with_alpha(context.theme.panel, 0.5F)), 48);
  }
  ImGui::PushFont(context.fonts.small);
  for (const GizmoArm& arm : arms) {
    const ImVec2 end{middle.x + arm.end.x * radius, middle.y + arm.end.y * radius};
    const ImVec4 color = color_of(arm.color);
    const float knob = 7.5F * context.scale;
    if (arm.is_positive) {
      draw->AddLine(middle, end, packed(color), 2 * context.scale);
      draw->AddCircleFilled(end, knob, packed(color), 24);
      const std::string label(arm.label);
      const ImVec2 size = ImGui::CalcTextSize(label.c_str());
      draw->AddText({end.x - size.x / 2, end.y - size.y / 2 - 1}, IM_COL32(16, 18, 22, 255),
                    label.c_str());
    } else {
      draw->AddCircleFilled(end, knob * 0.7F, packed(with_alpha(color, 0.35F)), 20);
    }
  }
  const std::string name = system.name();
  const ImVec2 size = ImGui::CalcTextSize(name.c_str());
  const float right = place.window_of({place.viewport.width, 0}).x - 12 * context.scale;
  text_on_patch(context,
                {std::min(middle.x - size.x / 2, right - size.x), middle.y + radius * 1.35F}, name,
                context.theme.dim);
  ImGui::PopFont();
}

void scene_menus(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  ImGui::SetCursorScreenPos(
      {place.corner.x + 12 * context.scale, place.corner.y + 12 * context.scale});
  const bool camera_open = menu_button(context, "Camera", "camera menu", "scene.camera");
  if (camera_open) {
    camera_menu(context, cache, place);
    ImGui::EndPopup();
  }
  ImGui::SetCursorScreenPos(
      {place.corner.x + 12 * context.scale, place.corner.y + 12 * context.scale});
  ImGui::Dummy({ImGui::CalcTextSize("Camera").x + 2 * ImGui::GetStyle().FramePadding.x, 1});
  ImGui::SameLine();
  if (menu_button(context, "Layers", "layers menu", "scene.layers")) {
    layers_menu(context, cache);
    ImGui::EndPopup();
  }
}

void scene_notes(PanelContext& context, const SceneCache& cache, const ScenePlace& place,
                 const std::string& grid_label) {
  ImGui::PushFont(context.fonts.small);
  const float line = ImGui::GetTextLineHeight() + 8 * context.scale;
  float y = place.corner.y + static_cast<float>(place.viewport.height) - line;
  const float x = place.corner.x + 12 * context.scale;
  const auto note = [&](const std::string& text, ImVec4 color) {
    text_on_patch(context, {x, y}, text, color);
    y -= line;
  };
  if (!grid_label.empty()) note("Grid " + grid_label, context.theme.dim);
  if (const std::size_t left_out = cache.fit.left_out(); left_out > 0) {
    note(std::to_string(left_out) +
             (left_out == 1 ? " entity lies outside the view" : " entities lie outside the view"),
         context.theme.dim);
  }
  if (context.state.isolated)
    note("One entity is isolated. Esc shows all again.", context.theme.text);
  if (context.state.followed) note("Following. V or Esc stops.", context.theme.text);
  if (context.moment.is_interpolated()) {
    note("Interpolated between samples", context.theme.accent);
  }
  for (const std::string& text : absence_notes(context)) note(text, context.theme.warning);
  for (const MomentFrame& shown : context.moment.frames) {
    if (!shown.is_current) {
      note("Reading the frame…", context.theme.text);
      break;
    }
  }
  if (const std::size_t invalid = cache.content.shapes.invalid; invalid > 0) {
    note(std::to_string(invalid) + (invalid == 1 ? " shape has" : " shapes have") +
             " no usable place or size and cannot be drawn",
         context.theme.dim);
  }
  if (!cache.renderer_error.empty()) note(cache.renderer_error, context.theme.error);
  const bool has_entities = std::ranges::any_of(
      cache.frames, [](const SceneFrame& shown) { return !shown.frame->entities.empty(); });
  if (has_entities && cache.content.instances.empty() && cache.content.shapes.shapes.empty() &&
      cache.content.without_position > 0) {
    note("Nothing here has a position. The other panels show what was recorded.",
         context.theme.text);
  }
  ImGui::PopFont();
}

}  // namespace scrubjay
