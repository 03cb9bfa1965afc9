#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/shared/exit_status.h"
#include "core/json_writer.h"
#include "core/problem.h"

namespace scrubjay::cli {

/// Standard output and standard error of one command.
class Console {
 public:
  /// `quiet`: standard error says only why nothing was done.
  explicit Console(bool quiet);

  /// Appends to standard output. False once nobody reads it any more (a closed pipe) or it cannot
  /// be written: the command then stops.
  bool print(std::string_view text);
  /// The same for what is written bit by bit: empties `text` whenever it has become long.
  bool print_piece(std::string& text);
  /// Passes everything on. nothing_done when standard output could not be written (disk full), told
  /// on standard error; a closed pipe is no failure.
  ExitStatus finish();

  /// One line on standard error, unless quiet.
  void note(std::string_view line);
  /// One line on standard error, always.
  void complain(std::string_view line);
  /// Problems of severity error and above, one a line, unless quiet; `file` names the recording.
  void report(std::string_view file, std::span<const Problem> problems);
  /// Why a file could not be read or written.
  void report_failure(std::string_view file, const Problem& problem);
  /// The same, for what a command returns then.
  ExitStatus fail(std::string_view file, const Problem& problem,
                  ExitStatus status = ExitStatus::nothing_done) {
    report_failure(file, problem);
    return status;
  }

  /// Shows progress of long work on a terminal: nothing in the first half second, then one line
  /// that is written over and over: percent, the rate where `unit` names what is counted, and the
  /// time that is left.
  void progress(std::string_view label, std::uint64_t done, std::uint64_t total,
                std::string_view unit = {});
  void end_progress();
  /// For work on another thread: shows no progress, and appends its lines to `lines`, which
  /// outlives it, for tell(). To be finished by nobody.
  Console held_in(std::string& lines) const;
  /// Passes such lines on.
  void tell(std::string_view lines);

  /// Pretty for people, compact for programs.
  JsonLayout json_layout() const {
    return output_is_terminal_ ? JsonLayout::pretty : JsonLayout::compact;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool output_is_terminal_;
  bool errors_are_terminal_;
  std::string* held_ = nullptr;  ///< takes the lines for standard error
  int output_error_ = 0;         ///< errno of the first write that failed
  Clock::time_point work_began_{};
  Clock::time_point last_shown_{};
  bool progress_is_shown_ = false;
};

}  // namespace scrubjay::cli
