#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/viewer.h"

int main(int argc, char** argv) {
  using namespace scrubjay;
  const cli::Outcome outcome =
      cli::run_command_line(std::vector<std::string>(argv + 1, argv + argc));
  if (outcome.status) return static_cast<int>(*outcome.status);
#ifdef SCRUBJAY_HAS_WINDOW
  return run_viewer(outcome.viewer);
#else
  std::fputs("scrubjay: this build has no window; see scrubjay --help for what it can do.\n",
             stderr);
  return static_cast<int>(cli::ExitStatus::nothing_done);
#endif
}
