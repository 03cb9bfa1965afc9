#include <windows.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/platform/child_process.h"
#include "core/platform/system_calls.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

namespace {

std::intptr_t number_of(HANDLE handle) { return reinterpret_cast<std::intptr_t>(handle); }
HANDLE handle_of(std::intptr_t number) { return reinterpret_cast<HANDLE>(number); }

void close_handle(std::intptr_t& number) {
  if (number != -1) CloseHandle(handle_of(number));
  number = -1;
}

/// Both ends of a pipe, of which the child takes one; closed unless taken.
struct Pipe {
  HANDLE reads = nullptr;
  HANDLE writes = nullptr;
  bool is_open = CreatePipe(&reads, &writes, nullptr, 1 << 20) != 0;
  ~Pipe() {
    for (const HANDLE end : {reads, writes}) {
      if (end != nullptr) CloseHandle(end);
    }
  }
};

Problem no_program(const std::string& name, DWORD error) {
  return fatal_problem("no-program",
                       name + " cannot be started: " + std::strerror(errno_of(error)) + ".");
}

/// A word as programs take their command line apart: backslashes mean themselves, but before a
/// quote.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\"") == std::wstring::npos) return word;
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, L'\\') + L'"';
}

/// What a program is started with: it gets these handles and no others of ours.
class StartInfo {
 public:
  explicit StartInfo(std::array<HANDLE, 2> handles) : handles_(handles) {
    for (const HANDLE handle : handles_)
      SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    info_.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    InitializeProcThreadAttributeList(info_.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(info_.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                              handles_.data(), sizeof(handles_), nullptr, nullptr);
    info_.StartupInfo.cb = sizeof(info_);
    info_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info_.StartupInfo.hStdInput = handles_[0];
    info_.StartupInfo.hStdOutput = handles_[1];
    info_.StartupInfo.hStdError = handles_[1];
  }
  StartInfo(const StartInfo&) = delete;
  StartInfo& operator=(const StartInfo&) = delete;
  ~StartInfo() { DeleteProcThreadAttributeList(info_.lpAttributeList); }

  STARTUPINFOW* get() { return &info_.StartupInfo; }

 private:
  std::array<HANDLE, 2> handles_;
  std::vector<std::byte> memory_;
  STARTUPINFOEXW info_ = {};
};

/// Without a console of ours the program gets one that nobody sees: through it, it is interrupted.
bool has_console() { return GetConsoleCP() != 0; }

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& words) {
  const std::string& name = words.front();
  const bool is_path = name.find_first_of("/\\") != std::string::npos;
  const auto program = is_path ? name : find_program(name);
  if (!program) return failure(no_program(name, ERROR_FILE_NOT_FOUND));
  Pipe input;
  Pipe output;
  if (!input.is_open || !output.is_open) return failure(no_program(name, GetLastError()));
  std::wstring line = quoted(wide_text(*program));
  for (std::size_t i = 1; i < words.size(); ++i) line += L" " + quoted(wide_text(words[i]));
  StartInfo info({input.reads, output.writes});
  PROCESS_INFORMATION started = {};
  const DWORD flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_NEW_PROCESS_GROUP |
                      (has_console() ? 0 : CREATE_NO_WINDOW);
  if (CreateProcessW(wide_text(*program).c_str(), line.data(), nullptr, nullptr, TRUE, flags,
                     nullptr, nullptr, info.get(), &started) == 0) {
    return failure(no_program(name, GetLastError()));
  }
  CloseHandle(started.hThread);
  ChildProcess child;
  child.process_ = number_of(started.hProcess);
  child.input_ = number_of(std::exchange(input.writes, nullptr));
  child.output_ = number_of(std::exchange(output.reads, nullptr));
  return child;
}

void ChildProcess::kill() { TerminateProcess(handle_of(process_), static_cast<UINT>(-1)); }

void ChildProcess::let_go() {
  close_handle(output_);
  close_handle(process_);
}

bool ChildProcess::write(Bytes bytes) {
  constexpr std::size_t kStep = 1 << 20;
  while (!bytes.empty() && input_ != kNone) {
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min(bytes.size(), kStep));
    if (WriteFile(handle_of(input_), bytes.data(), count, &written, nullptr) == 0) {
      close_handle(input_);
      return false;
    }
    bytes = bytes.subspan(written);
  }
  return bytes.empty();
}

void ChildProcess::close_input() { close_handle(input_); }

std::string ChildProcess::read() {
  std::string text;
  DWORD waiting = 0;
  while (output_ != kNone &&
         PeekNamedPipe(handle_of(output_), nullptr, 0, nullptr, &waiting, nullptr) != 0 &&
         waiting > 0) {
    std::string more(waiting, '\0');
    DWORD got = 0;
    if (ReadFile(handle_of(output_), more.data(), waiting, &got, nullptr) == 0) break;
    text.append(more, 0, got);
  }
  return text;
}

void ChildProcess::interrupt() {
  if (process_ == kNone || status_) return;
  const DWORD group = GetProcessId(handle_of(process_));
  if (has_console()) {
    GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, group);
    return;
  }
  // A process has one console: no two of ours at once.
  static std::mutex borrowing;
  const std::lock_guard lock(borrowing);
  if (AttachConsole(group) == 0) return;
  GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, group);
  FreeConsole();
}

std::optional<int> ChildProcess::ended() {
  if (status_ || process_ == kNone) return status_;
  if (WaitForSingleObject(handle_of(process_), 0) != WAIT_OBJECT_0) return std::nullopt;
  DWORD status = 0;
  constexpr DWORD kFirstException = 0x80000000;
  const bool is_known = GetExitCodeProcess(handle_of(process_), &status) != 0;
  status_ = is_known && status < kFirstException ? static_cast<int>(status) : -1;
  return status_;
}

std::optional<std::string> find_program(const std::string& name) {
  const std::string path = system_calls::variable("PATH");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(';');
    const std::filesystem::path folder = wide_text(rest.substr(0, end));
    const std::filesystem::path found = folder / wide_text(name + ".exe");
    std::error_code ignored;
    if (folder.is_absolute() && std::filesystem::is_regular_file(found, ignored)) {
      return narrow_text(found.wstring());
    }
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return std::nullopt;
}

}  // namespace scrubjay
