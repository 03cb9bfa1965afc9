#pragma once

#include <span>
#include <string_view>

namespace scrubjay {

/// A key and what it does, as F1 lists it. Rows of one subject follow each other.
struct KeyHelp {
  std::string_view subject;
  std::string_view keys;  ///< one or several, separated by '|'
  std::string_view what;
};

inline constexpr KeyHelp kKeyHelp[] = {
    {"Time", "Space|K", "Play or pause"},
    {"Time", "Left|Right", "One frame back or forward"},
    {"Time", "Shift + Left|Right", "Ten frames back or forward"},
    {"Time", "Ctrl + Left|Right", "Previous or next event"},
    {"Time", "Ctrl + Alt + Left|Right", "Previous or next event of the selection"},
    {"Time", "N|Shift + N", "Next or previous hit of a filter"},
    {"Time", "Page up|Page down", "Previous or next chapter"},
    {"Time", "Home|End", "First or last frame"},
    {"Time", ",|.", "Slower or faster"},
    {"Time", "L", "Loop the selected range, or everything"},
    {"Selection", "/|Ctrl + F", "Search entities"},
    {"Selection", "Alt + Up|Down", "Back or forward through selections"},
    {"Selection", "H", "Hide or show the selection"},
    {"Selection", "I", "Show only the selection, or everything again"},
    {"Selection", "P", "Pin the selection beside others"},
    {"Selection", "Esc", "Close a window, clear the range, the selection"},
    {"Scene", "F", "Turn to the selection, or show everything"},
    {"Scene", "V", "Follow the selection"},
    {"Scene", "T", "Look from above"},
    {"Scene", "Left drag", "Turn around"},
    {"Scene", "Middle drag|Shift + left drag", "Move sideways"},
    {"Scene", "Wheel", "Move towards what is under the mouse"},
    {"Scene", "Right drag + W A S D", "Fly"},
    {"Scene", "Tab", "The scene alone, or all areas"},
    {"Timeline", "Click|Drag", "Go to that time"},
    {"Timeline", "Drag on the ruler", "Select a range"},
    {"Timeline", "Wheel|Ctrl + wheel", "Zoom at the mouse, or finer"},
    {"Timeline", "Middle or right drag|Shift + wheel", "Move along time"},
    {"Timeline", "Double click", "Show all of it"},
    {"Timeline", "Click on an event|hit", "Go there and select it with its entity"},
    {"Timeline", "Click on a chapter", "Go to where it begins"},
    {"Timeline", "Alt + click on it", "Go there and keep what is selected"},
    {"Timeline", "Alt + click on an eye", "Show that client alone, or all again"},
    {"Window", "Ctrl + O", "Open a recording"},
    {"Window", "Ctrl + S", "Save as another file, format or part"},
    {"Window", "Ctrl + W", "Close the recording opened last"},
    {"Window", "Ctrl + Shift + F", "Filters"},
    {"Window", "Ctrl + Z", "Undo a change of the view"},
    {"Window", "Ctrl + Shift + Z", "Do it again"},
    {"Window", "Ctrl + Q", "Quit"},
    {"Window", "F11", "Full screen"},
    {"Window", "F1", "This list"},
};

}  // namespace scrubjay
