#include <windows.h>

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "core/platform/crash_report.h"
#include "core/platform/crash_report_state.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

namespace {

using crash_report_state::Line;

constexpr ULONG kHandlerStack = 64 * 1024;
constexpr int kMostCalls = 64;

const char* name_of(DWORD code) {
  switch (code) {
    case EXCEPTION_ACCESS_VIOLATION: return "access violation";
    case EXCEPTION_IN_PAGE_ERROR: return "page that cannot be read";
    case EXCEPTION_STACK_OVERFLOW: return "stack overflow";
    case EXCEPTION_ILLEGAL_INSTRUCTION: return "illegal instruction";
    case EXCEPTION_INT_DIVIDE_BY_ZERO: return "division by zero";
    default: return "exception";
  }
}

void write_to(HANDLE file, const Line& line) {
  DWORD written = 0;
  WriteFile(file, line.view().data(), static_cast<DWORD>(line.view().size()), &written, nullptr);
}

/// The calls that led there, as places in the program and in the system's libraries.
void write_calls(HANDLE file, CONTEXT context) {
  for (int call = 0; call < kMostCalls && context.Rip != 0; ++call) {
    HMODULE module = nullptr;
    GetModuleHandleExW(
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
        reinterpret_cast<const wchar_t*>(context.Rip), &module);
    char name[MAX_PATH] = "?";
    if (module != nullptr) GetModuleFileNameA(module, name, MAX_PATH - 1);
    Line line;
    line.add(name).add("+").add_address(context.Rip - reinterpret_cast<DWORD64>(module)).add("\n");
    write_to(file, line);
    DWORD64 base = 0;
    RUNTIME_FUNCTION* const function = RtlLookupFunctionEntry(context.Rip, &base, nullptr);
    if (function == nullptr) {  // it calls nothing: its return address lies on top
      context.Rip = *reinterpret_cast<const DWORD64*>(context.Rsp);
      context.Rsp += sizeof(DWORD64);
      continue;
    }
    void* data = nullptr;
    DWORD64 frame = 0;
    RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Rip, function, &context, &data, &frame,
                     nullptr);
  }
}

void report(const char* reason, const CONTEXT& context) {
  if (!crash_report_state::is_first()) return;
  const Line path = crash_report_state::report_path(static_cast<std::uint64_t>(std::time(nullptr)),
                                                    GetCurrentProcessId());
  const HANDLE file = CreateFileW(wide_text(path.view()).c_str(), GENERIC_WRITE, FILE_SHARE_READ,
                                  nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
  const bool is_open = file != INVALID_HANDLE_VALUE;
  if (is_open) {
    write_to(file, crash_report_state::report_head(reason));
    // Said before the stack is walked, which may be what is broken.
    write_to(GetStdHandle(STD_ERROR_HANDLE), crash_report_state::told(reason, path.text()));
    write_calls(file, context);
    CloseHandle(file);
  } else {
    write_to(GetStdHandle(STD_ERROR_HANDLE), crash_report_state::told(reason, nullptr));
  }
}

LONG WINAPI on_exception(EXCEPTION_POINTERS* info) {
  report(name_of(info->ExceptionRecord->ExceptionCode), *info->ContextRecord);
  return EXCEPTION_CONTINUE_SEARCH;  // what the system does with it then
}

void on_abort(int) {
  CONTEXT context;
  RtlCaptureContext(&context);
  report("SIGABRT", context);
  std::signal(SIGABRT, SIG_DFL);
  std::raise(SIGABRT);
}

}  // namespace

void report_crashes_to(const std::string& folder, std::string_view version) {
  if (!crash_report_state::set_up(folder, version)) return;
  ULONG stack = kHandlerStack;
  SetThreadStackGuarantee(&stack);
  SetUnhandledExceptionFilter(on_exception);
  std::signal(SIGABRT, on_abort);
}

}  // namespace scrubjay
