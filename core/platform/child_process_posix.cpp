#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/platform/child_process.h"

extern char** environ;

namespace scrubjay {

namespace {

template <class Descriptor>
void close_descriptor(Descriptor& descriptor) {
  if (descriptor >= 0) ::close(static_cast<int>(descriptor));
  descriptor = -1;
}

/// Both ends of a pipe, closed unless taken.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool is_open = ::pipe2(ends.data(), O_CLOEXEC) == 0;
  ~Pipe() {
    for (int& end : ends) close_descriptor(end);
  }
};

Problem no_program(const std::string& name, int error) {
  return fatal_problem("no-program", name + " cannot be started: " + std::strerror(error) + ".");
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& words) {
  Pipe input;
  Pipe output;
  if (!input.is_open || !output.is_open) return failure(no_program(words.front(), errno));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.ends[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Signals mean there what they usually do, whatever is ignored here.
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  // Ctrl+C on a terminal reaches this program, which ends the other one.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, words.front().c_str(), &actions, &attributes,
                                   arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return failure(no_program(words.front(), error));
  ChildProcess child;
  child.process_ = process;
  child.input_ = std::exchange(input.ends[1], -1);
  child.output_ = std::exchange(output.ends[0], -1);
  for (const Handle end : {child.input_, child.output_}) {
    ::fcntl(static_cast<int>(end), F_SETFL, O_NONBLOCK);
  }
  return child;
}

void ChildProcess::kill() { ::kill(static_cast<pid_t>(process_), SIGKILL); }

void ChildProcess::let_go() { close_descriptor(output_); }

bool ChildProcess::write(Bytes bytes) {
  while (!bytes.empty() && input_ >= 0) {
    // A program that cannot print does not read on.
    unread_ = read();
    pollfd ends[2]{{.fd = static_cast<int>(input_), .events = POLLOUT, .revents = 0},
                   {.fd = static_cast<int>(output_), .events = POLLIN, .revents = 0}};
    if (::poll(ends, 2, -1) >= 0 && ends[0].revents == 0) {
      if ((ends[1].revents & POLLIN) == 0) close_descriptor(output_);  // it prints no more
      continue;
    }
    const ssize_t written = ::write(static_cast<int>(input_), bytes.data(), bytes.size());
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written <= 0) {
      close_descriptor(input_);
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return bytes.empty();
}

void ChildProcess::close_input() { close_descriptor(input_); }

std::string ChildProcess::read() {
  std::string text = std::exchange(unread_, {});
  std::array<char, 4096> buffer{};
  while (output_ >= 0) {
    const ssize_t got = ::read(static_cast<int>(output_), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

void ChildProcess::interrupt() {
  if (process_ >= 0 && !status_) ::kill(static_cast<pid_t>(process_), SIGTERM);
}

std::optional<int> ChildProcess::ended() {
  if (status_ || process_ < 0) return status_;
  int status = 0;
  const pid_t answer = ::waitpid(static_cast<pid_t>(process_), &status, WNOHANG);
  if (answer == process_) status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (answer < 0 && errno != EINTR) status_ = -1;
  return status_;
}

std::optional<std::string> find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    std::string found = std::string(rest.substr(0, colon)) + "/" + name;
    if (::access(found.c_str(), X_OK) == 0) return found;
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return std::nullopt;
}

}  // namespace scrubjay
