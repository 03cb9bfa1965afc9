#include "app/viewer/commands.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace scrubjay {

namespace {

struct MouseHelp {
  std::string_view subject;
  std::string_view moves;
  std::string_view what;
};

constexpr MouseHelp kMouseHelp[] = {
    {"Scene", "Left drag", "Turn around"},
    {"Scene", "Middle drag|Shift + left drag", "Move sideways"},
    {"Scene", "Wheel", "Move towards what is under the mouse"},
    {"Scene", "Right drag + W A S D|E|Q", "Fly, up, down; Shift: faster"},
    {"Scene", "Arrows|+|-", "With Tab in the scene: turn, nearer, farther"},
    {"Timeline", "Click|Drag", "Go to that time"},
    {"Timeline", "Drag on the ruler", "Select a range"},
    {"Timeline", "Wheel|Ctrl + wheel", "Zoom at the mouse, or finer"},
    {"Timeline", "Middle or right drag|Shift + wheel", "Move along time"},
    {"Timeline", "Up|Down", "With Tab in the timeline: zoom at the playhead"},
    {"Timeline", "Shift + Up|Down", "With Tab in the timeline: move the lanes"},
    {"Timeline", "Double click", "Show all of it"},
    {"Timeline", "Click on an event|hit", "Go there and select it with its entity"},
    {"Timeline", "Click on a chapter", "Go to where it begins"},
    {"Timeline", "Alt + click on it", "Go there and keep what is selected"},
    {"Timeline", "Alt + click on an eye", "Show that client alone, or all again"},
};

constexpr std::array<std::string_view, 5> kSubjects{"Time", "Selection", "Scene", "Timeline",
                                                    "Window"};

/// "Shift + " of "Shift + Left".
std::string_view modifiers_of(std::string_view key) {
  const std::size_t plus = key.rfind(" + ");
  return plus == std::string_view::npos ? "" : key.substr(0, plus + 3);
}

/// Adds a key to a row: with the modifiers of the first one it stands without them.
void add_keys(std::string& row, std::string_view keys) {
  const std::string_view shared = modifiers_of(std::string_view(row).substr(0, row.find('|')));
  const bool is_shared = !shared.empty() && modifiers_of(keys) == shared;
  const std::string added(is_shared ? keys.substr(shared.size()) : keys);
  row += '|' + added;
}

void add_row(std::vector<KeyHelp>& rows, std::string_view subject, std::string_view keys,
             std::string_view what) {
  if (keys.empty() || what.empty()) return;
  if (!rows.empty() && rows.back().what == what && rows.back().subject == subject) {
    add_keys(rows.back().keys, keys);
  } else {
    rows.push_back({subject, std::string(keys), what});
  }
}

}  // namespace

bool has_key(std::string_view keys, std::string_view key) {
  while (!keys.empty()) {
    const std::size_t bar = std::min(keys.find('|'), keys.size());
    if (keys.substr(0, bar) == key) return true;
    keys.remove_prefix(std::min(bar + 1, keys.size()));
  }
  return false;
}

std::string menu_key(std::string_view keys) {
  std::string key(keys.substr(0, keys.find('|')));
  for (std::size_t at; (at = key.find(" + ")) != std::string::npos;) key.replace(at, 3, "+");
  return key;
}

bool has_words(const KeyHelp& help, std::string_view words) {
  if (contains_ignoring_case(help.what, words) || contains_ignoring_case(help.subject, words)) {
    return true;
  }
  const std::string_view first = std::string_view(help.keys).substr(0, help.keys.find('|'));
  const std::string shared(modifiers_of(first));
  for (std::string_view keys = help.keys; !keys.empty();) {
    const std::size_t bar = std::min(keys.find('|'), keys.size());
    const std::string_view part = keys.substr(0, bar);
    const std::string whole =
        (modifiers_of(part).empty() ? shared : std::string()) + std::string(part);
    if (contains_ignoring_case(whole, words) || contains_ignoring_case(menu_key(whole), words)) {
      return true;
    }
    keys.remove_prefix(std::min(bar + 1, keys.size()));
  }
  return false;
}

std::vector<KeyHelp> key_help() {
  std::vector<KeyHelp> rows;
  for (const std::string_view subject : kSubjects) {
    for (const CommandRow& command : kCommands) {
      if (command.subject == subject) add_row(rows, subject, command.keys, command.help);
    }
    for (const MouseHelp& mouse : kMouseHelp) {
      if (mouse.subject == subject) add_row(rows, subject, mouse.moves, mouse.what);
    }
  }
  for (const WindowRow& window : kWindows) add_row(rows, "Window", window.key, window.help);
  return rows;
}

}  // namespace scrubjay
