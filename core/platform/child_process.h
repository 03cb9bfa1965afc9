#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay {

/// Another program at work, fed through its standard input, whose standard error (and, unless it is
/// let through, standard output) is read. Ends with this object.
class ChildProcess {
 public:
  /// `words` are the program, looked for on the search path, and its arguments. Errors:
  /// "no-program" when it cannot be started.
  static Result<ChildProcess> start(const std::vector<std::string>& words);

  /// Ends the program, at first politely, and waits for it.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// False once it reads no more. Waits as long as it does not read; what it prints meanwhile is
  /// kept for read(), on Windows as far as a pipe has room. SIGPIPE must be ignored.
  bool write(Bytes bytes);
  void close_input();
  /// What it has printed since the last call, without waiting.
  std::string read();
  /// Asks it to end, as Ctrl+C does.
  void interrupt();
  /// The exit status once it has ended, without waiting; -1 when a signal ended it.
  std::optional<int> ended();
  /// The same, waited for. What it prints meanwhile is added to `printed`.
  int wait(std::string& printed);

 private:
  ChildProcess() = default;
  void kill();
  void let_go();

  // As the system calls them: a number or a pointer.
  using Handle = std::intptr_t;
  static constexpr Handle kNone = -1;

  Handle process_ = kNone;
  Handle input_ = kNone;
  Handle output_ = kNone;
  std::string unread_;  ///< printed while it was written to
  std::optional<int> status_;
};

/// Where a program is on the search path; nothing where it is not.
std::optional<std::string> find_program(const std::string& name);

}  // namespace scrubjay
