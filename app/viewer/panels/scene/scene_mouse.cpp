#include <cmath>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {

namespace {

bool is_inside(const ScenePlace& place, glm::dvec2 pixel) {
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < place.viewport.width &&
         pixel.y < place.viewport.height;
}

/// What the picture shows at a pixel; it is the picture drawn last, of this camera or the one
/// before.
Pick pick_at(const SceneCache& cache, glm::dvec2 pixel, float scale) {
  if (!cache.has_picture || !cache.renderer) return {};
  const glm::dvec2 drawn = pixel * cache.drawn_resolution;
  return cache.renderer->pick(static_cast<int>(drawn.x), static_cast<int>(drawn.y),
                              static_cast<int>(4 * scale));
}

void zoom(ViewContext& context, const SceneCache& cache, const ScenePlace& place, glm::dvec2 pixel,
          float wheel) {
  const Pick pick = pick_at(cache, pixel, context.scale);
  Camera& camera = context.state.camera;
  const glm::dvec3 anchor =
      pick.position ? *pick.position : zoom_anchor(camera, place.viewport, pixel, cache.ground);
  zoom_towards(camera, anchor, std::pow(0.85, static_cast<double>(wheel)));
}

/// One of the fly keys, down now. ImGui's GLFW backend keeps keys under GLFW's codes up to 1.86 and
/// under its own names after that.
bool is_down(int glfw_key) {
#if IMGUI_VERSION_NUM >= 18700
  switch (glfw_key) {
    case GLFW_KEY_W: return ImGui::IsKeyDown(ImGuiKey_W);
    case GLFW_KEY_A: return ImGui::IsKeyDown(ImGuiKey_A);
    case GLFW_KEY_S: return ImGui::IsKeyDown(ImGuiKey_S);
    case GLFW_KEY_D: return ImGui::IsKeyDown(ImGuiKey_D);
    case GLFW_KEY_Q: return ImGui::IsKeyDown(ImGuiKey_Q);
    case GLFW_KEY_E: return ImGui::IsKeyDown(ImGuiKey_E);
    default: return false;
  }
#else
  return ImGui::IsKeyDown(glfw_key);
#endif
}

void fly_with_keys(ViewContext& context) {
  const auto axis = [](int plus, int minus) {
    return (is_down(plus) ? 1.0 : 0.0) - (is_down(minus) ? 1.0 : 0.0);
  };
  FlyInput input;
  input.forward = axis(GLFW_KEY_W, GLFW_KEY_S);
  input.right = axis(GLFW_KEY_D, GLFW_KEY_A);
  input.lift = axis(GLFW_KEY_E, GLFW_KEY_Q);
  input.fast = ImGui::GetIO().KeyShift;
  fly(context.state.camera, input, static_cast<double>(ImGui::GetIO().DeltaTime));
  context.needs_redraw = true;
}

void drag_camera(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const glm::dvec2 pixels{static_cast<double>(moved.x), static_cast<double>(moved.y)};
  Camera& camera = context.state.camera;
  switch (cache.drag) {
    case SceneDrag::orbit: orbit(camera, pixels); break;
    case SceneDrag::pan: pan(camera, place.viewport, pixels); break;
    case SceneDrag::fly:
      look_around(camera, pixels);
      fly_with_keys(context);
      break;
    case SceneDrag::none: break;
  }
}

void point_at(ViewState& state, const Pick& pick) {
  state.hovered = pick.entity;
  if (pick.shape) {
    state.hovered_shape = HoveredProperty{pick.shape->entity, pick.shape->node, pick.shape->event};
  }
}

SceneDrag drag_of_press() {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    return ImGui::GetIO().KeyShift ? SceneDrag::pan : SceneDrag::orbit;
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) return SceneDrag::pan;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return SceneDrag::fly;
  return SceneDrag::none;
}

/// A press and release at one place.
void click(ViewContext& context, const std::optional<EntityRef>& hit) {
  const ImGuiIO& io = ImGui::GetIO();
  if (hit) {
    select(context.state, *hit,
           io.KeyCtrl    ? SelectMode::toggle
           : io.KeyShift ? SelectMode::add
                         : SelectMode::replace);
  } else if (!io.KeyCtrl && !io.KeyShift) {
    clear_selection(context.state);
  }
}

}  // namespace

void scene_mouse(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 pixel = place.pixel_of(io.MousePos);
  const bool hovered = ImGui::IsItemHovered() && is_inside(place, pixel);
  if (std::exchange(cache.measures_middle, false)) {
    const glm::dvec2 middle = glm::dvec2(place.viewport.width, place.viewport.height) / 2.0;
    measure_click(context, cache, place, middle, pick_at(cache, middle, context.scale));
  }
  const auto pointed_before = context.state.hovered_shape;
  context.state.hovered_shape.reset();
  if (hovered && cache.drag == SceneDrag::none) {
    const SceneDrag started = drag_of_press();
    if (started != SceneDrag::none) {
      cache.drag = started;
      cache.dragged = false;
      ImGui::SetWindowFocus();
    }
    if (io.MouseWheel != 0) zoom(context, cache, place, pixel, io.MouseWheel);
    point_at(context.state, pick_at(cache, pixel, context.scale));
    if (context.state.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      context.state.focus_request = {*context.state.hovered};
    }
  }
  // Panels are drawn before the scene: they see it in the next picture of the window.
  if (context.state.hovered_shape != pointed_before) context.needs_redraw = true;
  if (cache.drag == SceneDrag::none) return;
  if (ImGui::IsAnyMouseDown()) {
    const ImVec2 moved = io.MouseDelta;
    constexpr float kClickSlack = 3;
    const ImVec2 from = io.MouseClickedPos[0];
    const bool left_moved =
        std::hypot(io.MousePos.x - from.x, io.MousePos.y - from.y) > kClickSlack * context.scale;
    if (cache.drag == SceneDrag::fly || (moved.x != 0 || moved.y != 0)) {
      cache.dragged = cache.dragged || cache.drag == SceneDrag::fly || left_moved ||
                      !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    }
    if (cache.dragged) drag_camera(context, cache, place);
    return;
  }
  if (!cache.dragged && hovered && cache.drag != SceneDrag::fly) {
    const Pick pick = pick_at(cache, pixel, context.scale);
    if (context.state.is_measuring) {
      measure_click(context, cache, place, pixel, pick);
    } else {
      click(context, pick.entity);
    }
  }
  cache.drag = SceneDrag::none;
}

}  // namespace scrubjay
