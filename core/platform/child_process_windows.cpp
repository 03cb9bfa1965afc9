#include "core/platform/child_process.h"

namespace scrubjay {

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& words) {
  return failure({.severity = Severity::fatal,
                  .code = "no-program",
                  .message = words.front() + " cannot be started from here on this system."});
}
ChildProcess::~ChildProcess() = default;
ChildProcess::ChildProcess(ChildProcess&& other) noexcept = default;
bool ChildProcess::write(Bytes) { return false; }
void ChildProcess::close_input() {}
std::string ChildProcess::read() { return ""; }
void ChildProcess::interrupt() {}
std::optional<int> ChildProcess::ended() { return -1; }
int ChildProcess::wait(std::string&) { return -1; }

std::optional<std::string> find_program(const std::string&) { return std::nullopt; }

}  // namespace scrubjay
