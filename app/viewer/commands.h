#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/panel_table.h"

namespace scrubjay {

// What the window can be asked to do. Menus, keys, the page of all keys and the palette go through
// these tables and that of the windows (panel_table.h).

/// NAME(COMMAND, SUBJECT, TITLE, KEYS, HELP): KEYS are one or several, separated by '|'; rows of
/// one subject follow each other, and those of one HELP are one row of the page of all keys.
#define SCRUBJAY_COMMANDS(NAME)                                                                   \
  NAME(play, "Time", "Play or pause", "Space|K", "Play or pause")                                 \
  NAME(previous_frame, "Time", "Previous frame", "Left", "One frame back or forward")             \
  NAME(next_frame, "Time", "Next frame", "Right", "One frame back or forward")                    \
  NAME(ten_back, "Time", "Ten frames back", "Shift + Left", "Ten frames back or forward")         \
  NAME(ten_forward, "Time", "Ten frames forward", "Shift + Right", "Ten frames back or forward")  \
  NAME(previous_event, "Time", "Previous event", "Ctrl + Left",                                   \
       "Previous or next event or contact")                                                       \
  NAME(next_event, "Time", "Next event", "Ctrl + Right", "Previous or next event or contact")     \
  NAME(previous_own_event, "Time", "Previous event of the selection", "Ctrl + Alt + Left",        \
       "Previous or next event or contact of the selection")                                      \
  NAME(next_own_event, "Time", "Next event of the selection", "Ctrl + Alt + Right",               \
       "Previous or next event or contact of the selection")                                      \
  NAME(previous_change, "Time", "Previous change of the property", "[",                           \
       "Previous or next change of the property that is chosen or pointed at")                    \
  NAME(next_change, "Time", "Next change of the property", "]",                                   \
       "Previous or next change of the property that is chosen or pointed at")                    \
  NAME(next_hit, "Time", "Next hit of a filter, query or watch", "N",                             \
       "Next or previous hit of a filter, query or watch")                                        \
  NAME(previous_hit, "Time", "Previous hit of a filter, query or watch", "Shift + N",             \
       "Next or previous hit of a filter, query or watch")                                        \
  NAME(next_difference, "Time", "Next difference", "D",                                           \
       "Next or previous moment at which something begins to differ from the other run")          \
  NAME(previous_difference, "Time", "Previous difference", "Shift + D",                           \
       "Next or previous moment at which something begins to differ from the other run")          \
  NAME(first_difference, "Time", "First difference", "", "")                                      \
  NAME(previous_chapter, "Time", "Previous chapter", "Page up", "Previous or next chapter")       \
  NAME(next_chapter, "Time", "Next chapter", "Page down", "Previous or next chapter")             \
  NAME(first_frame, "Time", "First frame", "Home", "First or last frame")                         \
  NAME(last_frame, "Time", "Last frame", "End", "First or last frame")                            \
  NAME(slower, "Time", "Play slower", ",", "Slower or faster")                                    \
  NAME(faster, "Time", "Play faster", ".", "Slower or faster")                                    \
  NAME(loop, "Time", "Loop", "L", "Loop the selected range, or everything")                       \
  NAME(begin_range, "Time", "Begin the range here", "", "")                                       \
  NAME(end_range, "Time", "End the range here", "", "")                                           \
  NAME(clear_range, "Time", "Clear the range", "", "")                                            \
  NAME(note, "Time", "Note this moment\u2026", "B", "Note this moment, or the range")             \
  NAME(search, "Selection", "Search entities", "/|Ctrl + F", "Search entities")                   \
  NAME(selection_back, "Selection", "Back to the selection before", "Alt + Up",                   \
       "Back or forward through selections")                                                      \
  NAME(selection_forward, "Selection", "Forward to the next selection", "Alt + Down",             \
       "Back or forward through selections")                                                      \
  NAME(hide, "Selection", "Hide or show the selection", "H", "Hide or show the selection")        \
  NAME(isolate, "Selection", "Show only the selection", "I",                                      \
       "Show only the selection, or everything again")                                            \
  NAME(show_hidden, "Selection", "Show everything that is hidden", "", "")                        \
  NAME(pin, "Selection", "Pin the selection", "Shift + P", "Pin the selection beside others")     \
  NAME(pin_beside, "Selection", "Pin beside what other clients saw of it", "O",                   \
       "Pin the selection beside what other clients or recordings saw of it")                     \
  NAME(clear_selection, "Selection", "Clear the selection", "", "")                               \
  NAME(step_back, "Selection", "Step back", "Esc",                                                \
       "Close a window, notices, the range, the selection")                                       \
  NAME(focus, "Scene", "Turn to the selection", "F", "Turn to the selection, or show everything") \
  NAME(fit_all, "Scene", "Fit everything", "Shift + F", "Show everything")                        \
  NAME(follow, "Scene", "Follow the selection", "V", "Follow the selection")                      \
  NAME(camera_fixed, "Scene", "Fixed camera", "1",                                                \
       "Fixed camera; beside, behind, in the driver's seat, above")                               \
  NAME(camera_beside, "Scene", "Camera beside the selection", "2",                                \
       "Fixed camera; beside, behind, in the driver's seat, above")                               \
  NAME(camera_chase, "Scene", "Chase the selection", "3",                                         \
       "Fixed camera; beside, behind, in the driver's seat, above")                               \
  NAME(camera_driver, "Scene", "The selection's own view", "4",                                   \
       "Fixed camera; beside, behind, in the driver's seat, above")                               \
  NAME(camera_above, "Scene", "Above the selection, its heading up", "5",                         \
       "Fixed camera; beside, behind, in the driver's seat, above")                               \
  NAME(from_top, "Scene", "Look from above", "T", "Look from above")                              \
  NAME(measure, "Scene", "Measure", "M", "Measure between two places, entities or corners")       \
  NAME(scene_only, "Scene", "Scene only", "Shift + F11", "The scene alone, or all areas")         \
  NAME(save_picture, "Scene", "Save a picture of the scene", "Ctrl + Shift + P",                  \
       "Save a picture of the scene")                                                             \
  NAME(copy_picture, "Scene", "Copy a picture of the scene", "", "")                              \
  NAME(open, "Window", "Open\u2026", "Ctrl + O", "Open a recording")                              \
  NAME(compare, "Window", "Compare two runs", "Ctrl + D",                                         \
       "Compare two recordings, or two clients of one; again: stop it")                           \
  NAME(find_offset, "Window", "Find the offset of two runs", "", "")                              \
  NAME(copy_comparison, "Window", "Copy the comparison as a command", "", "")                     \
  NAME(reload, "Window", "Reload from disk", "", "")                                              \
  NAME(close, "Window", "Close", "Ctrl + W", "Close the selected recording")                      \
  NAME(undo, "Window", "Undo view change", "Ctrl + Z", "Undo a change of the view")               \
  NAME(redo, "Window", "Redo view change", "Ctrl + Shift + Z|Ctrl + Y", "Do it again")            \
  NAME(next_area, "Window", "Keyboard to the next area", "Tab",                                   \
       "Walk through the areas; arrows, Enter, Space inside, Esc leaves")                         \
  NAME(previous_area, "Window", "Keyboard to the area before", "Shift + Tab",                     \
       "Walk through the areas; arrows, Enter, Space inside, Esc leaves")                         \
  NAME(left_tab, "Window", "Events or entities in front", "Ctrl + E",                             \
       "Events or entities, where they are behind each other")                                    \
  NAME(menu_bar, "Window", "Keyboard to the menus", "F10", "The menus")                           \
  NAME(context_menu, "Window", "Menu of what has the keyboard", "Shift + F10|Menu",               \
       "The menu of a row, as a right click")                                                     \
  NAME(larger, "Window", "Larger text", "Ctrl + +", "Larger or smaller, as the monitor says")     \
  NAME(smaller, "Window", "Smaller text", "Ctrl + -", "Larger or smaller, as the monitor says")   \
  NAME(usual_size, "Window", "Text as large as the monitor says", "Ctrl + 0",                     \
       "Larger or smaller, as the monitor says")                                                  \
  NAME(full_screen, "Window", "Full screen", "F11", "Full screen")                                \
  NAME(derived, "Window", "Derived values and contacts", "", "")                                  \
  NAME(reduced_motion, "Window", "Reduced motion", "", "")                                        \
  NAME(reset_layout, "Window", "Reset layout", "", "")                                            \
  NAME(copy_link, "Window", "Copy link", "Ctrl + Shift + C",                                      \
       "Copy a command that shows just this")                                                     \
  NAME(save_cut, "Window", "Save a cut\u2026", "", "")                                            \
  NAME(copy_state, "Window", "Copy what the window shows as JSON", "", "")                        \
  NAME(quit, "Window", "Quit", "Ctrl + Q", "Quit")

#define SCRUBJAY_COMMAND(name, ...) name,
enum class CommandId : std::uint8_t { SCRUBJAY_COMMANDS(SCRUBJAY_COMMAND) };
#undef SCRUBJAY_COMMAND

struct CommandRow {
  CommandId id;
  std::string_view name;
  std::string_view subject;
  const char* title;
  std::string_view keys;
  std::string_view help;  ///< empty where there is no key
};

#define SCRUBJAY_COMMAND(name, subject, title, keys, help) \
  CommandRow{CommandId::name, #name, subject, title, keys, help},
inline constexpr std::array kCommands{SCRUBJAY_COMMANDS(SCRUBJAY_COMMAND)};
#undef SCRUBJAY_COMMAND

constexpr const CommandRow& row_of(CommandId id) { return kCommands[static_cast<std::size_t>(id)]; }

/// Whether one of `keys`, as a table has them, is `key`.
bool has_key(std::string_view keys, std::string_view key);
/// The first of `keys` as menus show it: "Ctrl+S".
std::string menu_key(std::string_view keys);

/// A row of the page of all keys.
struct KeyHelp {
  std::string_view subject;
  std::string keys;  ///< separated by '|'
  std::string_view what;
};

/// Whether its subject, what it is for, or one of its keys has `words`: keys as they are told, or
/// as menus write them ("Ctrl+K").
bool has_words(const KeyHelp& help, std::string_view words);

/// All keys, and what the mouse does, by subject.
std::vector<KeyHelp> key_help();

}  // namespace scrubjay
