#include <windows.h>

#include <atomic>
#include <mutex>
#include <utility>

#include "core/platform/quit_signals.h"

namespace scrubjay {

namespace {

// The system calls a plain function, from a thread of its own.
std::atomic<bool> is_quit_asked{false};
std::mutex asking;
std::function<void()> on_quit_asked;

BOOL WINAPI on_control_event(DWORD event) {
  if (is_quit_asked.exchange(true)) return FALSE;
  {
    const std::lock_guard lock(asking);
    if (on_quit_asked) on_quit_asked();
  }
  // When the console closes or the user logs off, the process lasts no longer than this call.
  if (event >= CTRL_CLOSE_EVENT) Sleep(INFINITE);
  return TRUE;
}

}  // namespace

QuitSignals::QuitSignals(std::function<void()> on_quit) {
  is_quit_asked.store(false);
  {
    const std::lock_guard lock(asking);
    on_quit_asked = std::move(on_quit);
  }
  SetConsoleCtrlHandler(on_control_event, TRUE);
}

QuitSignals::~QuitSignals() {
  SetConsoleCtrlHandler(on_control_event, FALSE);
  const std::lock_guard lock(asking);
  on_quit_asked = nullptr;
}

bool QuitSignals::has_come() const { return is_quit_asked.load(); }

}  // namespace scrubjay
