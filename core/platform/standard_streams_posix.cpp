#include <unistd.h>

#include <cerrno>

#include "core/platform/standard_streams.h"

namespace scrubjay {

std::vector<std::string> begin_program(int count, char** arguments) {
  return {arguments + 1, arguments + count};
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool is_closed_pipe(int error) { return error == EPIPE; }

void leave_own_terminal() {}

}  // namespace scrubjay
