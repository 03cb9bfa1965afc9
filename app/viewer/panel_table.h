#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrubjay {

struct PanelContext;
struct Session;

// The areas of the window and the windows above them, each one line. Menus, keys, the page of all
// keys, settings, the state that is printed and drawing go through these tables.

/// NAME(PANEL, TITLE): an area that `void PANEL_panel(PanelContext&)` draws into the child window
/// that is open, in this order; its place is `AreaRects::PANEL`. With a title it can be folded away
/// by the menu View, and settings keep that as "show_PANEL".
#define SCRUBJAY_AREAS(NAME)      \
  NAME(entities, "Entities")      \
  NAME(events, "Events")          \
  NAME(properties, "Properties")  \
  NAME(pinned, nullptr)           \
  NAME(timeline, "Timeline")      \
  NAME(scene, nullptr)            \
  NAME(plots, nullptr)            \
  NAME(picture, nullptr)          \
  NAME(comparison, "Differences") \
  NAME(dock, nullptr)

/// Where the menus list a window.
enum class MenuPlace : std::uint8_t { none, edit, file_write, file_read, view, help };

enum class WindowKind : std::uint8_t {
  panel,   ///< its key closes it when it is open
  tool,    ///< likewise, and it may stand in the dock instead of above the areas
  dialog,  ///< its key leaves it open
};

/// NAME(WINDOW, KIND, MENU, TITLE, KEY, HELP, IS_OF_USE): a window that `void
/// WINDOW_window(PanelContext&)` draws, title bar and all, while `ViewState::windows` has it. KEY
/// and HELP are as the page of all keys shows them; `bool IS_OF_USE(const Session&)` says whether
/// there is something to open it for. Those above open on top of the others; Esc closes the one in
/// front. A tool is begun by begin_tool_window().
#define SCRUBJAY_WINDOWS(NAME)                                                                     \
  NAME(palette, panel, edit, "Find anything…", "Ctrl + K",                                         \
       "Find a command, entity, event, contact, property or file", is_always_of_use)               \
  NAME(help, panel, help, "Keys", "F1", "This list", is_always_of_use)                             \
  NAME(about, panel, help, "About Scrubjay", "", "", is_always_of_use)                             \
  NAME(note, dialog, none, "", "", "", is_always_of_use)                                           \
  NAME(plot, panel, view, "Plot…", "P", "Plot a value of the selection", has_recordings)           \
  NAME(history, tool, view, "History of a property\u2026", "Shift + H",                            \
       "Every change of the property that is chosen", has_recordings)                              \
  NAME(changes, tool, view, "What changed here", "C", "What changed here, the rarest first",       \
       has_recordings)                                                                             \
  NAME(filters, tool, view, "Filters", "Ctrl + Shift + F", "Filters", is_always_of_use)            \
  NAME(ask, tool, view, "Ask…", "Ctrl + Shift + K", "Ask the recordings, in SQL", has_recordings)  \
  NAME(problems, tool, view, "Problems", "", "", is_always_of_use)                                 \
  NAME(compare, panel, view, "How runs are compared…", "", "", can_compare)                        \
  NAME(notes, tool, view, "Notes", "Ctrl + B", "Notes", has_recordings)                            \
  NAME(queries, tool, view, "Queries", "", "", has_queries)                                        \
  NAME(save, dialog, file_write, "Save as…", "Ctrl + S", "Save as another file, format or part",   \
       has_recordings)                                                                             \
  NAME(pictures, dialog, file_write, "Pictures and films\u2026", "Ctrl + P", "Pictures and films", \
       has_recordings)                                                                             \
  NAME(reading, panel, file_read, "How it is read…", "", "", has_read_options)                     \
  NAME(scenery, panel, view, "Scenery\u2026", "", "", is_always_of_use)                            \
  NAME(folder, dialog, none, "", "", "", is_always_of_use)                                         \
  NAME(open, dialog, none, "", "", "", is_always_of_use)

// What the lines above become.

#define SCRUBJAY_NAME(name, ...) name,
enum class AreaId : std::uint8_t { SCRUBJAY_AREAS(SCRUBJAY_NAME) };
enum class WindowId : std::uint8_t { SCRUBJAY_WINDOWS(SCRUBJAY_NAME) };
#undef SCRUBJAY_NAME

inline bool is_always_of_use(const Session&) { return true; }

#define SCRUBJAY_AREA(name, title) void name##_panel(PanelContext& context);
#define SCRUBJAY_WINDOW(name, kind, menu, title, key, help, is_of_use) \
  void name##_window(PanelContext& context);                           \
  bool is_of_use(const Session& session);
SCRUBJAY_AREAS(SCRUBJAY_AREA)
SCRUBJAY_WINDOWS(SCRUBJAY_WINDOW)
#undef SCRUBJAY_AREA
#undef SCRUBJAY_WINDOW

struct AreaRow {
  AreaId id;
  const char* name;
  const char* title;  ///< null: cannot be folded away
  void (*draw)(PanelContext&);
};

struct WindowRow {
  WindowId id;
  std::string_view name;
  WindowKind kind;
  MenuPlace menu;
  const char* title;      ///< in the menu
  std::string_view key;   ///< as "Ctrl + S"; empty: none
  std::string_view help;  ///< what the key is for
  bool (*is_of_use)(const Session&);
  void (*draw)(PanelContext&);
};

#define SCRUBJAY_AREA(name, title) AreaRow{AreaId::name, #name, title, name##_panel},
inline constexpr std::array kAreas{SCRUBJAY_AREAS(SCRUBJAY_AREA)};
#undef SCRUBJAY_AREA

#define SCRUBJAY_WINDOW(name, kind, menu, title, key, help, is_of_use)                \
  WindowRow{WindowId::name, #name,     WindowKind::kind, MenuPlace::menu, title, key, \
            help,           is_of_use, name##_window},
inline constexpr std::array kWindows{SCRUBJAY_WINDOWS(SCRUBJAY_WINDOW)};
#undef SCRUBJAY_WINDOW

/// One switch for each row of a table, all off at first.
template <class Id, std::size_t kCount>
class Switches {
 public:
  bool& operator[](Id id) { return on_[static_cast<std::size_t>(id)]; }
  bool operator[](Id id) const { return on_[static_cast<std::size_t>(id)]; }
  bool operator==(const Switches&) const = default;

 private:
  std::array<bool, kCount> on_{};
};

using OpenWindows = Switches<WindowId, kWindows.size()>;
using FoldedAreas = Switches<AreaId, kAreas.size()>;

}  // namespace scrubjay
