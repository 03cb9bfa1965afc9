#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scrubjay {

/// Whose words a command line has that people paste.
enum class ShellKind : std::uint8_t {
  posix,
  windows,  ///< cmd, and PowerShell where no double quote is in the word
};

#ifdef _WIN32
inline constexpr ShellKind kShellHere = ShellKind::windows;
#else
inline constexpr ShellKind kShellHere = ShellKind::posix;
#endif

/// `text` as one word of a command line: as it is where nothing in it means anything to the shell,
/// else in quotes.
std::string shell_word(std::string_view text, ShellKind shell = kShellHere);

}  // namespace scrubjay
