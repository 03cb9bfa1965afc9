#pragma once

#include <string_view>

namespace scrubjay {

/// What the desktop says of how windows are to look; the defaults where it says nothing.
struct SystemLook {
  bool is_light = false;
  bool is_contrast_high = false;
  bool operator==(const SystemLook&) const = default;
};

/// Asks the desktop's portal (org.freedesktop.appearance), which may take its time: for a thread
/// of its own.
SystemLook ask_system_look();

/// The number in an answer of the portal as gdbus and dbus-send print it: "(<<uint32 2>>,)"; -1
/// where there is none.
int portal_number(std::string_view answer);

}  // namespace scrubjay
