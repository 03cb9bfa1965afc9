#include "app/cli/csv.h"

#include <simdjson.h>

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

void append_csv_value(std::string& out, std::string_view json) {
  if (json == "null") return;
  if (!json.starts_with('"')) {
    append_csv(out, json);
    return;
  }
  simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(json.data(), json.size()).get_string().get(text) == simdjson::SUCCESS) {
    append_csv(out, text);
  }
}

}  // namespace scrubjay::cli
