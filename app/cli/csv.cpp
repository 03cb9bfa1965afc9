#include "app/cli/csv.h"

#include "core/text.h"

namespace scrubjay::cli {

void append_csv(std::string& out, std::string_view cell) {
  const std::string valid = valid_utf8(cell);
  if (valid.find_first_of(",\"\r\n") == std::string::npos) {
    out += valid;
    return;
  }
  out += '"';
  for (const char c : valid) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace scrubjay::cli
