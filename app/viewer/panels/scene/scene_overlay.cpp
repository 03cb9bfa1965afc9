#include <algorithm>
#include <cmath>
#include <string>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/shared/source_mark.h"
#include "app/viewer/commands.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/saved/settings.h"
#include "core/platform/input_file.h"
#include "core/text.h"
#include "render/axis_gizmo.h"
#include "render/ground_grid.h"

namespace scrubjay {

namespace {

/// A name as it fits into a note: valid, not endless.
std::string note_name(std::string_view name) {
  constexpr std::size_t kLongest = 48;
  std::string text = valid_utf8(name.substr(0, kLongest));
  if (name.size() > kLongest) text += "…";
  return text;
}

ImVec4 color_of(std::uint32_t hex) {
  return {static_cast<float>((hex >> 16) & 0xFF) / 255.0F,
          static_cast<float>((hex >> 8) & 0xFF) / 255.0F, static_cast<float>(hex & 0xFF) / 255.0F,
          1};
}

/// A flat button over the picture that opens a menu below itself.
bool menu_button(DrawContext& context, SceneCache& cache, const ScenePlace& scene,
                 const char* label, const char* popup, std::string_view place) {
  // Labels go on behind it.
  ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(context.theme.panel, 1));
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + 4 * context.scale};
  context.places.add_item(place);
  note_overlay(cache, scene, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (pressed) ImGui::OpenPopup(popup);
  ImGui::SetNextWindowPos(below);
  // What is higher than the room below it scrolls.
  const float room = ImGui::GetIO().DisplaySize.y - below.y - 4 * context.scale;
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(room, 80 * context.scale)});
  return ImGui::BeginPopup(popup);
}

void camera_menu(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  ViewState& state = context.state;
  if (ImGui::MenuItem("Fit what moves", "F", false, cache.has_moving)) {
    fit_scene(context, cache, place.viewport, FitTo::happening);
    state.camera_is_automatic = false;
  }
  context.places.add_item("camera.fit_moving");
  const auto item = [](CommandId command, bool is_on, bool can) {
    const CommandRow& row = row_of(command);
    return ImGui::MenuItem(row.title, menu_key(row.keys).c_str(), is_on, can);
  };
  if (item(CommandId::fit_all, false, true)) {
    fit_scene(context, cache, place.viewport, FitTo::everything);
    state.camera_is_automatic = false;
  }
  context.places.add_item("camera.fit_everything");
  const auto primary = primary_selection(state);
  if (item(CommandId::focus, false, primary.has_value())) {
    state.focus_request = state.selected;
  }
  const auto entity = selected_entity(state);
  const bool can_follow = entity.has_value() || state.followed.has_value();
  if (item(CommandId::follow, state.followed.has_value(), can_follow)) {
    state.followed = state.followed ? std::nullopt : entity;
  }
  ImGui::Separator();
  struct RideRow {
    Ride ride;
    CommandId command;
  };
  constexpr RideRow kRideRows[] = {{Ride::beside, CommandId::camera_beside},
                                   {Ride::chase, CommandId::camera_chase},
                                   {Ride::driver, CommandId::camera_driver},
                                   {Ride::above, CommandId::camera_above}};
  if (item(CommandId::camera_fixed, !state.followed, true)) state.followed.reset();
  context.places.add_item("camera.fixed");
  for (const RideRow& row : kRideRows) {
    const bool is_on = state.followed && state.ride == row.ride;
    if (item(row.command, is_on, can_follow)) state.command_request = row.command;
    context.places.add_item("camera." + std::string(to_text(row.ride)));
  }
  ImGui::Separator();
  if (item(CommandId::from_top, false, true)) look_from_top(state.camera);
  bool parallel = state.camera.projection == Projection::orthographic;
  if (ImGui::MenuItem("Without perspective", nullptr, &parallel)) {
    state.camera.projection = parallel ? Projection::orthographic : Projection::perspective;
  }
}

void picture_menu(ViewContext& context) {
  const auto command = [&](const char* title, CommandId id) {
    if (ImGui::MenuItem(title, menu_key(row_of(id).keys).c_str())) {
      context.state.command_request = id;
    }
    context.places.add_item("picture." + std::string(row_of(id).name));
  };
  command("Save a picture", CommandId::save_picture);
  command("Copy a picture", CommandId::copy_picture);
  ImGui::Separator();
  const char* const film = context.state.playback.range ? "Film of the range\u2026" : "Film\u2026";
  if (ImGui::MenuItem(film)) context.state.windows[WindowId::pictures] = true;
  context.places.add_item("picture.film");
  if (ImGui::MenuItem("Size, background, scale bar\u2026", "Ctrl+P")) {
    context.state.windows[WindowId::pictures] = true;
  }
  context.places.add_item("picture.options");
  ImGui::Separator();
  command("Copy link", CommandId::copy_link);
}

/// "Player 1 begins at 0.830 s", of a stream or recording that is not live; of many how many.
std::vector<std::string> absence_notes(const ViewContext& context) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> notes;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.presence == Presence::live) continue;
    const OpenRecording& open = context.session().recordings[shown.ref.recording];
    const Timeline& timeline = open.recording->timeline();
    const StreamIndex stream = timeline.stream(shown.ref.frame);
    const auto age = stream_age(*open.recording, stream, context.moment.time - open.offset);
    if (!age) continue;
    const bool is_one_of_many = has_several_streams(*open.recording);
    std::string name = is_one_of_many
                           ? stream_title(timeline, stream)
                           : note_name(recording_name(context.session(), shown.ref.recording));
    // Clients of two recordings may be called alike.
    if (is_one_of_many && context.session().recordings.size() > 1) {
      name = mark_of(context.session(), shown.ref.recording, stream).letters + ' ' + name;
    }
    notes.push_back(name + ' ' + age_text(*age, open.offset));
    if (shown.presence == Presence::past) notes.back() += ": its last state is shown dimmed";
  }
  if (notes.size() > kMost) {
    notes = {grouped_digits(notes.size()) + " clients have not begun or are over"};
  }
  return notes;
}

bool is_small_picture(const DrawContext& context, const ScenePlace& place) {
  constexpr double kSmallWidth = 360;
  constexpr double kSmallHeight = 260;
  const auto scale = static_cast<double>(context.scale);
  return place.viewport.width < kSmallWidth * scale || place.viewport.height < kSmallHeight * scale;
}

/// Where the row of buttons ends, from the left of the picture.
float menus_end(const DrawContext& context) {
  float end = 12 * context.scale - ImGui::GetStyle().ItemSpacing.x;
  for (const char* const label : {"Camera", "Layers", "Picture"}) {
    end += ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x +
           ImGui::GetStyle().ItemSpacing.x;
  }
  return end;
}

}  // namespace

void text_on_patch(const DrawContext& context, ImVec2 at, const std::string& text, ImVec4 color) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float pad = 4 * context.scale;
  draw->AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2},
                      packed(with_alpha(context.theme.panel, kPatchOpacity)), 4 * context.scale);
  draw->AddText(at, packed(color), text.c_str());
}

void note_overlay(SceneCache& cache, const ScenePlace& place, ImVec2 min, ImVec2 max) {
  cache.new_overlays.push_back({glm::vec2(place.pixel_of(min)), glm::vec2(place.pixel_of(max))});
}

void scene_gizmo(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const Session& session = context.session();
  CoordinateSystem system = session.recordings.front().recording->info().coordinates;
  // A frame knows its own, which may differ from those of the frame before.
  const auto primary = primary_selection(context.state);
  const MomentFrame* shown = primary ? context.moment.frame_of(*primary) : nullptr;
  if (shown == nullptr && !context.moment.frames.empty()) shown = &context.moment.frames.front();
  if (shown != nullptr && shown->frame != nullptr) system = shown->frame->coordinates;
  if (context.state.coordinates) system = *context.state.coordinates;
  // Where the picture is small what it shows needs the room, and the timeline names the system.
  const bool is_small = is_small_picture(context, place);
  const float radius = (is_small ? 22 : 34) * context.scale;
  const float margin = (is_small ? 8 : 16) * context.scale;
  // Below the buttons where the picture is too narrow for both.
  const float across =
      static_cast<float>(place.viewport.width) - (radius + margin + 10 * context.scale);
  const bool is_narrow = menus_end(context) > across - radius * 1.3F;
  const float down = is_narrow ? ImGui::GetFrameHeight() + 11 * context.scale : 0;
  const ImVec2 middle =
      place.window_of({static_cast<double>(across), static_cast<double>(radius + margin + down)});
  const auto arms = axis_gizmo(context.state.camera, system);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const glm::vec2 at{(mouse.x - middle.x) / radius, (mouse.y - middle.y) / radius};

  ImGui::SetCursorScreenPos({middle.x - radius * 1.3F, middle.y - radius * 1.3F});
  const bool clicked = ImGui::InvisibleButton("gizmo", {radius * 2.6F, radius * 2.6F});
  context.places.add_item("scene.gizmo");
  note_overlay(cache, place, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
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
  if (!is_small) {
    // Said of what it is the name, since entities have theirs on such a patch, too.
    // What has no name is written out below, beside the time.
    const std::string words = coordinate_words(system);
    const std::string name = "axes: " + words.substr(0, words.find(':'));
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float right = place.window_of({place.viewport.width, 0}).x - 12 * context.scale;
    const ImVec2 name_at{std::min(middle.x - size.x / 2, right - size.x),
                         middle.y + radius * 1.35F};
    text_on_patch(context, name_at, name, context.theme.dim);
    note_overlay(cache, place, name_at, {name_at.x + size.x, name_at.y + size.y});
  }
  ImGui::PopFont();
}

void scene_menus(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  ImGui::SetCursorScreenPos(
      {place.corner.x + 12 * context.scale, place.corner.y + 12 * context.scale});
  const bool camera_open =
      menu_button(context, cache, place, "Camera", "camera menu", "scene.camera");
  if (camera_open) {
    camera_menu(context, cache, place);
    ImGui::EndPopup();
  }
  ImGui::SetCursorScreenPos(
      {place.corner.x + 12 * context.scale, place.corner.y + 12 * context.scale});
  ImGui::Dummy({ImGui::CalcTextSize("Camera").x + 2 * ImGui::GetStyle().FramePadding.x, 1});
  ImGui::SameLine();
  const float layers = ImGui::GetCursorScreenPos().x;
  if (menu_button(context, cache, place, "Layers", "layers menu", "scene.layers")) {
    layers_menu(context, cache);
    ImGui::EndPopup();
  }
  const float used = ImGui::CalcTextSize("Layers").x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos(
      {layers + used + ImGui::GetStyle().ItemSpacing.x, place.corner.y + 12 * context.scale});
  if (menu_button(context, cache, place, "Picture", "picture menu", "scene.picture")) {
    picture_menu(context);
    ImGui::EndPopup();
  }
}

void scene_scale_bar(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const float s = context.scale;
  const double per_pixel =
      context.state.camera.metres_per_pixel(place.viewport, context.state.camera.distance);
  const double most =
      per_pixel * std::min(180.0 * static_cast<double>(s), place.viewport.width / 3);
  if (!(most > 0) || !std::isfinite(most)) return;
  // The longest of 1, 2, 5 times a power of ten that has room.
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  const double metres = most >= 5 * power ? 5 * power : most >= 2 * power ? 2 * power : power;
  const auto length = static_cast<float>(std::round(metres / per_pixel));
  ImGui::PushFont(context.fonts.small);
  const std::string label = length_label(metres);
  const ImVec2 size = ImGui::CalcTextSize(label.c_str());
  const float pad = 8 * s;
  const float x = place.corner.x + 12 * s;
  const float bottom = place.corner.y + static_cast<float>(place.viewport.height) - 12 * s;
  const float top = bottom - size.y - 8 * s - 2 * pad / 2;
  const float right = x + std::max(length, size.x) + 2 * pad;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({x, top}, {right, bottom},
                      packed(with_alpha(context.theme.panel, kPatchOpacity)), 4 * s);
  const ImU32 color = packed(context.theme.text);
  const float line = std::max(1.0F, std::round(1.5F * s));
  const float y = bottom - pad;
  draw->AddText({x + pad, top + pad / 2}, color, label.c_str());
  draw->AddRectFilled({x + pad, y - line}, {x + pad + length, y}, color);
  draw->AddRectFilled({x + pad, y - 5 * s}, {x + pad + line, y}, color);
  draw->AddRectFilled({x + pad + length - line, y - 5 * s}, {x + pad + length, y}, color);
  ImGui::PopFont();
  note_overlay(cache, place, {x, top}, {right, bottom});
}

void scene_notes(PanelContext& context, SceneCache& cache, const ScenePlace& place,
                 const std::string& grid_label) {
  ImGui::PushFont(context.fonts.small);
  const float line = ImGui::GetTextLineHeight() + 8 * context.scale;
  float y = place.corner.y + static_cast<float>(place.viewport.height) - line;
  const float x = place.corner.x + 12 * context.scale;
  const auto note = [&](const std::string& text, ImVec4 color) {
    text_on_patch(context, {x, y}, text, color);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    note_overlay(cache, place, {x, y}, {x + size.x, y + size.y});
    cache.notes_corner = {std::max(cache.notes_corner.x, x + size.x), y};
    y -= line;
  };
  cache.notes_corner = {x, y + line};
  if (!grid_label.empty()) note("Grid " + grid_label, context.theme.dim);
  if (const std::size_t left_out = cache.fit.left_out(); left_out > 0) {
    note(std::to_string(left_out) + (left_out == 1 ? " entity lies far from the others"
                                                   : " entities lie far from the others"),
         context.theme.dim);
  }
  if (cache.references > cache.references_drawn) {
    note(grouped_digits(cache.references_drawn) + " of " + grouped_digits(cache.references) +
             " references are drawn",
         context.theme.dim);
  }
  if (const std::size_t isolated = context.state.isolated.size(); isolated > 0) {
    note(isolated == 1 ? "One entity is isolated. Esc shows all again."
                       : grouped_digits(isolated) + " entities are isolated. Esc shows all again.",
         context.theme.text);
  }
  if (context.state.is_measuring) {
    const bool is_second = context.state.measured.size() == 1;
    note(cache.has_keyboard
             ? "Measuring: Enter takes what is under the cross, Shift and arrows move it. Esc ends."
         : is_second ? "Measuring: click the second place, entity or corner. Esc ends."
                     : "Measuring: click a place, an entity or a corner. Esc ends.",
         context.theme.text);
  }
  if (const auto followed = context.state.followed) {
    // What is followed may not be found yet.
    const auto& open = context.session().recordings;
    const bool is_known =
        followed->recording < open.size() &&
        followed->entity.value < open[followed->recording].recording->entity_count();
    const std::string name =
        is_known ? " " + context.caches.of<EntityNames>().short_name(context.session(), *followed)
                 : "";
    note("Following" + name + ". V or Esc stops.", context.theme.text);
  }
  if (context.moment.is_interpolated()) {
    note("Interpolated between samples", context.theme.accent);
  }
  for (const std::string& text : absence_notes(context)) note(text, context.theme.warning);
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.is_late) {
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
  for (const OpenRecording& open : context.session().recordings) {
    const Recording& recording = *open.recording;
    if (!recording.is_indexed() || !recording.timeline().empty()) continue;
    note(one_line(file_name(recording.file().path()), 60) + " has no frame.", context.theme.text);
  }
  ImGui::PopFont();
}

}  // namespace scrubjay
