#include "app/shared/csv.h"

#include <simdjson.h>

#include "app/shared/plain_text.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay {

namespace {

bool may_be_formula(std::string_view cell) {
  constexpr std::string_view kBegins = "=+-@\t\r";
  return !cell.empty() && kBegins.find(cell[0]) != std::string_view::npos &&
         !number_from<double>(cell);
}

void append_quoted(std::string& out, std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

void append_csv(std::string& out, std::string_view cell, CsvTexts texts) {
  if (texts == CsvTexts::raw) {
    append_quoted(out, valid_utf8(cell));
    return;
  }
  std::string safe = printable_lines(cell);
  if (may_be_formula(cell)) safe.insert(safe.begin(), '\'');
  append_quoted(out, safe);
}

void append_csv_value(std::string& out, std::string_view json, CsvTexts texts) {
  if (json == "null") return;
  if (!json.starts_with('"')) {
    append_csv(out, json, texts);
    return;
  }
  simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(json.data(), json.size()).get_string().get(text) == simdjson::SUCCESS) {
    append_csv(out, text, texts);
  }
}

}  // namespace scrubjay
