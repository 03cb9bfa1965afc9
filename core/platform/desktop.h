#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay {

/// What the user's desktop offers a program with a window. All of it may take its time, some waits
/// for the user: for threads of their own.

/// What the desktop says of how windows are to look; the defaults where it says nothing.
struct DesktopLook {
  bool is_light = false;
  bool is_contrast_high = false;
  bool operator==(const DesktopLook&) const = default;
};
DesktopLook desktop_look();
/// The number in an answer of the portal (org.freedesktop.portal.Settings) as gdbus and dbus-send
/// print it: "(<<uint32 2>>,)"; -1 where there is none.
int portal_number(std::string_view answer);

/// Whether there is a file chooser of the desktop's own. Cheap but for the first call.
bool has_file_chooser();
/// The files that the user chose to open; none: the user went back. It begins in `folder`.
std::vector<std::string> choose_files_to_open(const std::string& folder);
/// Where the user chose to save, as the one element; `path` is proposed.
std::vector<std::string> choose_file_to_save(const std::string& path);

/// Puts the picture of a PNG file into the clipboard. Empty: it is there; else why not.
std::string copy_picture(const std::string& path);

/// Folders in which fonts lie, each with a separator at its end; not those in folders below.
std::vector<std::string> font_folders();
/// Fonts that may have these characters, the likeliest first.
std::vector<std::string> fonts_with(std::span<const char32_t> characters);

}  // namespace scrubjay
