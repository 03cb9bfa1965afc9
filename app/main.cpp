#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/shared/exit_status.h"
#include "app/shared/version.h"
#include "app/viewer.h"
#include "core/platform/crash_report.h"
#include "core/platform/heap.h"
#include "core/platform/standard_streams.h"
#include "core/platform/user_folders.h"

namespace {

/// Sanitizers report themselves.
void report_crashes() {
#ifndef SCRUBJAY_IS_SANITIZED
  const std::string folder = scrubjay::user_state_folder().string();
  if (!folder.empty()) scrubjay::report_crashes_to(folder, scrubjay::version());
#endif
}

int run(const std::vector<std::string>& arguments) {
  using namespace scrubjay;
#ifdef SCRUBJAY_HAS_WINDOW
  const cli::Outcome outcome = cli::run_command_line(arguments, open_view_pictures);
#else
  const cli::Outcome outcome = cli::run_command_line(arguments);
#endif
  if (outcome.status) return static_cast<int>(*outcome.status);
#ifdef SCRUBJAY_HAS_WINDOW
  leave_own_terminal();
  return run_viewer(outcome.viewer);
#else
  std::fputs("scrubjay: this build has no window; see scrubjay --help for what it can do.\n",
             stderr);
  return static_cast<int>(ExitStatus::nothing_done);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments = scrubjay::begin_program(argc, argv);
  report_crashes();
  scrubjay::keep_heaps_small();
  scrubjay::end_when_memory_is_short(static_cast<int>(scrubjay::ExitStatus::nothing_done));
  try {
    return run(arguments);
  } catch (const std::bad_alloc&) {
    std::fputs("scrubjay: there is not enough memory for this.\n", stderr);
    return static_cast<int>(scrubjay::ExitStatus::nothing_done);
  } catch (const std::exception& error) {
    // Nothing of ours throws: the system gave no thread, or a library gave up.
    std::fprintf(stderr, "scrubjay: %s\n", error.what());
    return static_cast<int>(scrubjay::ExitStatus::nothing_done);
  }
}
