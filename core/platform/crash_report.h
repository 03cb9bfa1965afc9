#pragma once

#include <string>
#include <string_view>

#include "core/ids.h"

namespace scrubjay {

/// From now on a fatal signal (SIGSEGV, SIGBUS outside of mapped recordings, SIGABRT, SIGFPE,
/// SIGILL; on Windows an exception that nobody handles) writes a report into `folder` before the
/// process ends as that signal ends it: version, signal, the file and frame of `note_work`, and
/// where in the program it happened. A line on standard error says where the report is. The handler
/// calls nothing but system calls and the functions that walk a stack, which are made ready here,
/// and runs on a stack of its own where the system has such. Once, before threads begin. Other
/// threads report on their own stack: an overflow of theirs ends the process without a report.
void report_crashes_to(const std::string& folder, std::string_view version);

/// From now on a lack of memory is told on standard error and ends the process with that status:
/// nothing of ours could go on without what it asked for. Any thread.
void end_when_memory_is_short(int exit_status);

/// What the process works on, for a report: cheap, any thread, the last one counts. Names of more
/// than some hundred bytes are cut.
void note_work(std::string_view file);
void note_work(FrameIndex frame);

}  // namespace scrubjay
