#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "core/platform/child_process.h"
#include "core/platform/desktop.h"
#include "core/platform/system_calls.h"
#include "core/printed.h"
#include "core/shell_word.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kNamedSigns = 24;  ///< of them, by which fontconfig chooses

/// What a command of the shell prints.
std::string output_of(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), got);
  }
  pclose(pipe);
  return output;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

[[maybe_unused]] int ask_portal(const char* key) {
  return portal_number(
      output_of("timeout 2 gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop "
                "--object-path /org/freedesktop/portal/desktop --method "
                "org.freedesktop.portal.Settings.Read org.freedesktop.appearance " +
                std::string(key) + " 2>/dev/null"));
}

/// The first chooser found, by name; empty when there is none.
const std::string& chooser() {
  static const std::string name = find_program("zenity")    ? "zenity"
                                  : find_program("kdialog") ? "kdialog"
                                                            : "";
  return name;
}

/// The command that takes a PNG file into the clipboard; none where no such program is there.
std::vector<std::string> clipboard_command(const std::string& path) {
  if (!system_calls::variable("WAYLAND_DISPLAY").empty() && find_program("wl-copy")) {
    return {"sh", "-c", "exec wl-copy --type image/png < \"$0\"", path};
  }
  if (find_program("xclip"))
    return {"xclip", "-selection", "clipboard", "-t", "image/png", "-i", path};
  return {};
}

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

DesktopLook desktop_look() {
  DesktopLook look;
#ifdef __linux__
  // Without a session bus there is nobody to ask, and nobody may be started for it.
  if (system_calls::variable("DBUS_SESSION_BUS_ADDRESS").empty()) return look;
  look.is_light = ask_portal("color-scheme") == 2;
  look.is_contrast_high = ask_portal("contrast") == 1;
#endif
  return look;
}

bool has_file_chooser() { return !chooser().empty(); }

std::vector<std::string> choose_files_to_open(const std::string& folder) {
  const std::string start = shell_word(folder.empty() ? "." : folder + "/");
  return lines_of(output_of(
      chooser() == "zenity"
          ? "zenity --file-selection --multiple --separator='\n' --title='Open recordings' "
            "--filename=" +
                start + " 2>/dev/null"
          : "kdialog --getopenfilename --multiple --separate-output " + start + " 2>/dev/null"));
}

std::vector<std::string> choose_file_to_save(const std::string& path) {
  const std::string start = shell_word(path);
  return lines_of(output_of(
      chooser() == "zenity"
          ? "zenity --file-selection --save --title='Save as' --filename=" + start + " 2>/dev/null"
          : "kdialog --getsavefilename " + start + " 2>/dev/null"));
}

std::string copy_picture(const std::string& path) {
  const auto words = clipboard_command(path);
  if (words.empty()) {
    return "Pictures are copied by xclip (or wl-copy), which is not installed. Save it as a file.";
  }
  auto program = ChildProcess::start(words);
  if (!program) return describe(program.error());
  program->close_input();
  std::string said;
  return program->wait(said) == 0 ? ""
                                  : "The clipboard does not take the picture: " + valid_utf8(said);
}

std::vector<std::string> font_folders() {
  return {"/usr/share/fonts/opentype/inter/",
          "/usr/share/fonts/truetype/inter/",
          "/usr/share/fonts/truetype/jetbrains-mono/",
          "/usr/share/fonts/truetype/dejavu/",
          "/usr/share/fonts/inter/",
          "/usr/share/fonts/jetbrains-mono/",
          "/usr/share/fonts/TTF/",
          "/usr/share/fonts/dejavu/",
          "/usr/local/share/fonts/",
          "/Library/Fonts/",
          "/System/Library/Fonts/",
          "/System/Library/Fonts/Supplemental/"};
}

std::vector<std::string> fonts_with(std::span<const char32_t> characters) {
  std::string command = "fc-match --format='%{file}' ':scalable=true:color=false:charset=";
  for (std::size_t i = 0; i < std::min(characters.size(), kNamedSigns); ++i) {
    command += printed("%s%x", i == 0 ? "" : " ", static_cast<unsigned>(characters[i]));
  }
  return {output_of(command + "' 2>/dev/null"),
          "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
          "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
          "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
          "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
          "/System/Library/Fonts/Supplemental/Arial Unicode.ttf"};
}

}  // namespace scrubjay
