#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace scrubjay {

/// What `main` does first. The arguments without the program's name, as UTF-8 where the system
/// writes names in it. From now on the standard streams carry bytes as they are, and a terminal
/// takes them for UTF-8.
std::vector<std::string> begin_program(int count, char** arguments);

/// Whether a person reads what is written there.
bool is_terminal(std::FILE* stream);

/// Whether a failed write says that nobody reads there any more.
bool is_closed_pipe(int error);

/// Lets go of a terminal that the system opened for nothing but this program: it has a window.
void leave_own_terminal();

}  // namespace scrubjay
