#pragma once

#include <optional>

#include "app/viewer/panel.h"
#include "app/viewer/panel_table.h"
#include "app/viewer/shell/key_press.h"

struct ImGuiWindow;

namespace scrubjay {

/// Where the keyboard is: nowhere, in an area that Tab gave it to, in the menu bar, or in a window
/// or menu above the areas. Dear ImGui walks from widget to widget; this says when it is to, since
/// else keys mean what the tables of commands say.
class KeyboardWalk {
 public:
  /// Before the areas are drawn: without content arrows walk in all areas.
  void set_content(bool has_content) { has_content_ = has_content; }

  const std::optional<AreaId>& area() const { return area_; }
  /// In these areas arrows move what is shown; in the others they walk from widget to widget.
  bool is_canvas(AreaId area) const;
  /// Gives the keyboard to the next (+1) or previous (-1) area that is shown.
  void step(int direction);
  /// Gives it the keyboard. False: it is not shown.
  bool enter(AreaId area);
  /// The same once it is drawn, as what a key brings to the front; not where it stays hidden.
  void enter_once_shown(AreaId area);
  void leave();

  /// The keyboard is in a window, menu or notice above the areas.
  bool is_above_areas() const;
  /// A key there. True: Dear ImGui walks by it.
  bool takes_above(const KeyPress& press);
  /// Esc in a menu, or in a choice that is open. False: there is none.
  bool close_popup();
  /// What opens in the next pictures shows where the keyboard is, and takes it.
  void show() { pictures_ = 3; }
  bool is_shown() const { return pictures_ > 0; }
  /// As if the right button were pressed and released on what has the keyboard.
  void right_click(float scale) const;

  // The menu bar. While its menus are drawn, from the left:
  void open_menu(int place);
  void begin_menus();
  bool is_to_open(int place) const { return menu_to_open_ == place; }
  void drawn_menu(int place, bool is_open);
  void end_menus() { menu_to_open_ = -1; }

  /// At the end of a picture: which keys Dear ImGui takes in the next one. All where one walks by
  /// keys in what is above the areas or in one of them, else none.
  void share_keys();
  /// Draws a frame around what has the keyboard.
  void draw(const DrawContext& context) const;

 private:
  void step_menu();
  void leave_menu_bar() const;

  std::optional<AreaId> area_;
  std::optional<AreaId> awaited_;  ///< gets it in one of the next pictures
  bool has_content_ = false;
  int popups_before_ = 0;  ///< menus that were open after the last picture
  int pictures_ = 0;       ///< in which what opens shows where the keyboard is
  int menus_ = 1;          ///< in the menu bar
  int menu_to_open_ = -1;
  int menu_shown_ = -1;
  int menu_before_ = -1;  ///< that was shown in the picture before
  int menu_step_ = 0;     ///< to the next (+1) or previous menu, unless a menu in it takes the key
};

/// That of an area of the last picture; nullptr: it was never drawn.
ImGuiWindow* window_of_area(AreaId area);

}  // namespace scrubjay
