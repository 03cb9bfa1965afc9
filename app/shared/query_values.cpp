#include "app/shared/query_values.h"

#include <cmath>
#include <span>

#include "core/base64.h"
#include "core/number_text.h"

namespace scrubjay {

std::string value_text(const tables::Value& value) {
  switch (value.kind) {
    case tables::Value::Kind::null: return "";
    case tables::Value::Kind::integer: return std::to_string(value.integer);
    case tables::Value::Kind::real: return number_text(value.real);
    case tables::Value::Kind::text: return std::string(value.bytes);
    case tables::Value::Kind::blob: {
      std::string text;
      append_base64(text, std::as_bytes(std::span(value.bytes)));
      return text;
    }
  }
  return "";
}

std::optional<double> finite_number(const tables::Value& value) {
  if (value.kind == tables::Value::Kind::integer) return static_cast<double>(value.integer);
  if (value.kind == tables::Value::Kind::real && std::isfinite(value.real)) return value.real;
  return std::nullopt;
}

void append_csv_header(std::string& out, const std::vector<std::string>& columns, CsvTexts texts) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) out += ',';
    append_csv(out, columns[i], texts);
  }
  out += '\n';
}

void append_csv_row(std::string& out, std::size_t columns,
                    const std::function<tables::Value(std::size_t)>& value_of, CsvTexts texts) {
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) out += ',';
    const tables::Value value = value_of(i);
    const bool is_text = value.kind == tables::Value::Kind::text;
    append_csv(out, value_text(value), is_text ? texts : CsvTexts::raw);
  }
  out += '\n';
}

}  // namespace scrubjay
