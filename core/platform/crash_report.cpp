#include "core/platform/crash_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>

#include "core/platform/crash_report_state.h"
#include "core/platform/system_calls.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostName = 512;

// A signal handler can reach nothing but variables of static lifetime, and no locks. A name that is
// being written while a signal comes may be half of one and half of another: it ends all the same.
std::array<std::atomic<char>, kMostName + 1> file_at_work{};
std::atomic<std::uint32_t> frame_at_work{crash_report_state::kNoFrame};
std::atomic<int> status_without_memory{1};

}  // namespace

std::span<const std::atomic<char>> crash_report_state::file() { return file_at_work; }
std::uint32_t crash_report_state::frame() { return frame_at_work.load(std::memory_order_relaxed); }

void end_when_memory_is_short(int exit_status) {
  status_without_memory = exit_status;
  std::set_new_handler([] {
    std::fputs("scrubjay: there is not enough memory for this.\n", stderr);
    std::_Exit(status_without_memory);
  });
}

std::string user_state_folder() {
  // XDG base directory specification: relative paths are ignored.
  const std::string named = system_calls::variable("XDG_STATE_HOME");
  const std::string home = system_calls::variable("HOME");
  const std::string base = !named.empty() && named.front() == '/' ? named
                           : home.empty()                         ? ""
                                                                  : home + "/.local/state";
  return base.empty() ? "" : (std::filesystem::path(base) / "scrubjay").string();
}

void note_work(std::string_view file) {
  const std::size_t size = std::min(file.size(), kMostName);
  for (std::size_t i = 0; i < size; ++i) {
    file_at_work[i].store(file[i], std::memory_order_relaxed);
  }
  file_at_work[size].store(0, std::memory_order_relaxed);
  frame_at_work.store(crash_report_state::kNoFrame, std::memory_order_relaxed);
}

void note_work(FrameIndex frame) { frame_at_work.store(frame.value, std::memory_order_relaxed); }

}  // namespace scrubjay
