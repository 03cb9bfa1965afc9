#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <shellapi.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "core/platform/standard_streams.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

namespace {

UINT code_page_before = 0;

/// The console belongs to whoever began this program, too.
void restore_code_page() { SetConsoleOutputCP(code_page_before); }

void make_terminal_understand() {
  code_page_before = GetConsoleOutputCP();
  if (code_page_before == 0) return;  // there is none
  if (code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8) != 0)
    std::atexit(restore_code_page);
  for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE handle = GetStdHandle(stream);
    if (GetConsoleMode(handle, &mode) != 0) {
      SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
  }
}

}  // namespace

std::vector<std::string> begin_program(int, char**) {
  for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
  make_terminal_understand();
  int count = 0;
  wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(narrow_text(words[i]));
  LocalFree(words);
  return arguments;
}

bool is_terminal(std::FILE* stream) {
  // _isatty says so of printers and of NUL, too.
  DWORD mode = 0;
  return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream))), &mode) != 0;
}

// For a pipe that is being closed the C library has no name of its own.
bool is_closed_pipe(int error) { return error == EPIPE || error == EINVAL; }

void leave_own_terminal() {
  std::array<DWORD, 2> processes{};
  if (GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1)
    FreeConsole();
}

}  // namespace scrubjay
