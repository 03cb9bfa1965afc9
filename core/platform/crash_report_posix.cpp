#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>

#include "core/platform/crash_report.h"
#include "core/platform/crash_report_state.h"

namespace scrubjay {

namespace {

using crash_report_state::Line;

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
alignas(16) std::array<char, 64 * 1024> handler_stack{};

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGABRT: return "SIGABRT";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    default: return "signal";
  }
}

void write_to(int descriptor, const Line& line) {
  for (std::string_view rest = line.view(); !rest.empty();) {
    const ssize_t count = write(descriptor, rest.data(), rest.size());
    if (count <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void write_report(int descriptor, int signal) {
  write_to(descriptor, crash_report_state::report_head(name_of(signal)));
  std::array<void*, 64> calls{};
  const int count = backtrace(calls.data(), static_cast<int>(calls.size()));
  backtrace_symbols_fd(calls.data(), count, descriptor);
}

void on_crash(int signal) {
  if (crash_report_state::is_first()) {
    const Line path = crash_report_state::report_path(static_cast<std::uint64_t>(time(nullptr)),
                                                      static_cast<std::uint64_t>(getpid()));
    const int descriptor = open(path.text(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
      write_report(descriptor, signal);
      close(descriptor);
    }
    write_to(STDERR_FILENO,
             crash_report_state::told(name_of(signal), descriptor >= 0 ? path.text() : nullptr));
  }
  // Now the signal does what it does without us, whoever may have put a handler in front of ours.
  ::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

void report_crashes_to(const std::string& folder, std::string_view version) {
  if (!crash_report_state::set_up(folder, version)) return;
  // The first call loads a library and allocates: not in a handler.
  std::array<void*, 1> ready{};
  backtrace(ready.data(), 1);
  stack_t stack = {};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

}  // namespace scrubjay
