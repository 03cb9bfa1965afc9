#pragma once

#include <string>

namespace scrubjay {

struct Camera;
struct Viewport;

/// A key as it went down, in GLFW's codes.
struct KeyPress {
  int key = 0;
  int modifiers = 0;
};

/// "Ctrl + Shift + F" as the tables of commands and windows have it; empty for a key without a
/// name.
std::string key_text(const KeyPress& press);

/// A key by which one walks through the widgets of a window, and works them.
bool walks_widgets(const KeyPress& press);

/// A key that belongs to a text field that is being edited.
bool is_of_text(const KeyPress& press);

/// A key that moves the camera of the scene, when that has the keyboard: arrows turn it, with Shift
/// they pan, + and - come nearer and go away.
bool moves_camera(const KeyPress& press);
void move_camera(Camera& camera, const Viewport& viewport, const KeyPress& press);

}  // namespace scrubjay
