#include "app/viewer/system_look.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace scrubjay {

namespace {

#if defined(__linux__)

std::string output_of(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::array<char, 256> buffer{};
  const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe);
  pclose(pipe);
  return {buffer.data(), size};
}

int ask_portal(const char* key) {
  return portal_number(
      output_of("timeout 2 gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop "
                "--object-path /org/freedesktop/portal/desktop --method "
                "org.freedesktop.portal.Settings.Read org.freedesktop.appearance " +
                std::string(key) + " 2>/dev/null"));
}

#endif

}  // namespace

int portal_number(std::string_view answer) {
  constexpr std::string_view kType = "uint32 ";
  const std::size_t at = answer.find(kType);
  if (at == std::string_view::npos) return -1;
  int number = -1;
  const std::string_view digits = answer.substr(at + kType.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

SystemLook ask_system_look() {
  SystemLook look;
#if defined(__linux__)
  // Without a session bus there is nobody to ask, and nobody may be started for it.
  if (std::getenv("DBUS_SESSION_BUS_ADDRESS") == nullptr) return look;
  look.is_light = ask_portal("color-scheme") == 2;
  look.is_contrast_high = ask_portal("contrast") == 1;
#endif
  return look;
}

}  // namespace scrubjay
