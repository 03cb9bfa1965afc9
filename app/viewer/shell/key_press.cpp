#include "app/viewer/shell/key_press.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "render/camera.h"

namespace scrubjay {

namespace {

struct KeyName {
  int key;
  std::string_view name;
};
constexpr KeyName kKeyNames[] = {
    {GLFW_KEY_SPACE, "Space"},    {GLFW_KEY_LEFT, "Left"},       {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_UP, "Up"},          {GLFW_KEY_DOWN, "Down"},       {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},        {GLFW_KEY_PAGE_UP, "Page up"}, {GLFW_KEY_PAGE_DOWN, "Page down"},
    {GLFW_KEY_TAB, "Tab"},        {GLFW_KEY_ESCAPE, "Esc"},      {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"}, {GLFW_KEY_MENU, "Menu"},       {GLFW_KEY_COMMA, ","},
    {GLFW_KEY_PERIOD, "."},       {GLFW_KEY_SLASH, "/"},         {GLFW_KEY_EQUAL, "+"},
    {GLFW_KEY_KP_ADD, "+"},       {GLFW_KEY_MINUS, "-"},         {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_LEFT_BRACKET, "["}, {GLFW_KEY_RIGHT_BRACKET, "]"}, {GLFW_KEY_DELETE, "Delete"},
};

std::string name_of_key(int key) {
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) {
    return "F" + std::to_string(key - GLFW_KEY_F1 + 1);
  }
  const bool is_sign =
      (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9);
  if (is_sign) return {static_cast<char>(key)};
  const auto named = std::ranges::find(kKeyNames, key, &KeyName::key);
  return named == std::end(kKeyNames) ? "" : std::string(named->name);
}

bool is_control(const KeyPress& press) {
  return (press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
}

}  // namespace

std::string key_text(const KeyPress& press) {
  const std::string name = name_of_key(press.key);
  if (name.empty()) return "";
  std::string text;
  if ((press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0) text += "Ctrl + ";
  if ((press.modifiers & GLFW_MOD_ALT) != 0) text += "Alt + ";
  // "+" needs Shift on most keyboards.
  if ((press.modifiers & GLFW_MOD_SHIFT) != 0 && name != "+") text += "Shift + ";
  return text + name;
}

bool walks_widgets(const KeyPress& press) {
  if (is_control(press) || (press.modifiers & GLFW_MOD_ALT) != 0) return false;
  switch (press.key) {
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END:
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return true;
    default: return false;
  }
}

bool is_of_text(const KeyPress& press) {
  if (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F25) return false;
  if (press.key == GLFW_KEY_TAB) return false;
  if (!is_control(press)) return true;
  if ((press.modifiers & GLFW_MOD_ALT) != 0) return false;
  switch (press.key) {
    case GLFW_KEY_Z:
    case GLFW_KEY_Y:
    case GLFW_KEY_A:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END: return true;
    default: return false;
  }
}

bool moves_camera(const KeyPress& press) {
  switch (press.key) {
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: return press.modifiers == 0 || press.modifiers == GLFW_MOD_SHIFT;
    default: return false;
  }
}

void move_camera(Camera& camera, const Viewport& viewport, const KeyPress& press) {
  constexpr double kStep = 24;  // pixels, as if dragged
  constexpr double kNearer = 0.85;
  const auto drag = [&](glm::dvec2 pixels) {
    if (press.modifiers == GLFW_MOD_SHIFT) {
      pan(camera, viewport, pixels);
    } else {
      orbit(camera, pixels);
    }
  };
  switch (press.key) {
    case GLFW_KEY_LEFT: drag({kStep, 0}); break;
    case GLFW_KEY_RIGHT: drag({-kStep, 0}); break;
    case GLFW_KEY_UP: drag({0, kStep}); break;
    case GLFW_KEY_DOWN: drag({0, -kStep}); break;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: zoom_towards(camera, camera.target, kNearer); break;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: zoom_towards(camera, camera.target, 1 / kNearer); break;
    default: break;
  }
}

}  // namespace scrubjay
