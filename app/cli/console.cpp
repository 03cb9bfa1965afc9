#include "app/cli/console.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "app/shared/plain_text.h"
#include "app/shared/recording_text.h"
#include "core/platform/standard_streams.h"

namespace scrubjay::cli {

Console::Console(bool quiet)
    : quiet_(quiet),
      output_is_terminal_(is_terminal(stdout)),
      errors_are_terminal_(is_terminal(stderr)) {}

bool Console::print(std::string_view text) {
  if (output_error_ != 0) return false;
  if (progress_is_shown_ && output_is_terminal_) end_progress();
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    output_error_ = errno != 0 ? errno : EIO;
  }
  return output_error_ == 0;
}

bool Console::print_piece(std::string& text) {
  constexpr std::size_t kPieceBytes = 64 * 1024;
  if (text.size() < kPieceBytes) return true;
  const bool go_on = print(text);
  text.clear();
  return go_on;
}

ExitStatus Console::finish() {
  end_progress();
  errno = 0;
  if (std::fflush(stdout) != 0 && output_error_ == 0) output_error_ = errno != 0 ? errno : EIO;
  if (output_error_ == 0 || is_closed_pipe(output_error_)) return ExitStatus::done;
  complain("standard output cannot be written: " + std::generic_category().message(output_error_) +
           ".");
  return ExitStatus::nothing_done;
}

void Console::note(std::string_view line) {
  if (!quiet_) complain(line);
}

void Console::complain(std::string_view line) { tell("scrubjay: " + std::string(line) + "\n"); }

void Console::tell(std::string_view lines) {
  if (held_ != nullptr) {
    *held_ += lines;
    return;
  }
  end_progress();
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void Console::report(std::string_view file, std::span<const Problem> problems) {
  for (const Problem& problem : problems) {
    if (problem.severity >= Severity::error) note(printable(file) + ": " + problem_text(problem));
  }
}

void Console::report_failure(std::string_view file, const Problem& problem) {
  complain(printable(file) + ": " + problem_text(problem));
}

void Console::progress(std::string_view label, std::uint64_t done, std::uint64_t total,
                       std::string_view unit) {
  if (quiet_ || !errors_are_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (work_began_ == Clock::time_point{}) work_began_ = now;
  if (now - work_began_ < std::chrono::milliseconds(500)) return;
  if (progress_is_shown_ && now - last_shown_ < std::chrono::milliseconds(100)) return;
  const double seconds = std::chrono::duration<double>(now - work_began_).count();
  const std::string line = progress_text(label, {done, total, seconds, unit});
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
  progress_is_shown_ = true;
  last_shown_ = now;
}

void Console::end_progress() {
  if (progress_is_shown_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
  progress_is_shown_ = false;
  work_began_ = {};
}

Console Console::held_in(std::string& lines) const {
  Console console = *this;
  console.held_ = &lines;
  console.errors_are_terminal_ = false;
  console.progress_is_shown_ = false;
  return console;
}

}  // namespace scrubjay::cli
