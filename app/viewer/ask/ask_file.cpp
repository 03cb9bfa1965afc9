#include "app/viewer/ask/ask_file.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "app/shared/query_values.h"
#include "core/platform/output_file.h"
#include "core/text.h"
#include "formats/parquet/parquet_writer.h"

namespace scrubjay {

namespace {

using Kind = tables::Value::Kind;

Result<void> write_csv(const ListedRows& listed, const std::string& path) {
  auto file = AtomicFile::create(path);
  if (!file) return failure(std::move(file.error()));
  std::string text;
  append_csv_header(text, listed.rows.columns, cli::CsvTexts::safe);
  for (std::size_t row = 0; row < listed.size(); ++row) {
    append_csv_row(
        text, listed.rows.columns.size(), [&](std::size_t i) { return listed.value(row, i); },
        cli::CsvTexts::safe);
    if (text.size() < (1U << 20)) continue;
    file->write(std::as_bytes(std::span(text)));
    text.clear();
  }
  file->write(std::as_bytes(std::span(text)));
  return file->commit();
}

/// Of all values of a column. Without any it is text.
parquet::Type type_of(const ListedRows& listed, std::size_t column) {
  bool has_integers = false;
  bool has_reals = false;
  for (std::size_t row = 0; row < listed.size(); ++row) {
    const Kind kind = listed.value(row, column).kind;
    if (kind == Kind::text || kind == Kind::blob) return parquet::Type::text;
    has_integers = has_integers || kind == Kind::integer;
    has_reals = has_reals || kind == Kind::real;
  }
  if (has_reals) return parquet::Type::real;
  return has_integers ? parquet::Type::int64 : parquet::Type::text;
}

std::vector<parquet::Column> columns_of(const ListedRows& listed) {
  std::vector<parquet::Column> columns;
  for (std::size_t i = 0; i < listed.rows.columns.size(); ++i) {
    const std::string given = valid_utf8(listed.rows.columns[i]);
    std::string name = given;
    for (int n = 2; std::ranges::find(columns, name, &parquet::Column::name) != columns.end();
         ++n) {
      name = given + '_' + std::to_string(n);
    }
    columns.push_back({name, type_of(listed, i)});
  }
  return columns;
}

void add_value(parquet::Writer& out, std::size_t column, parquet::Type type,
               const tables::Value& value) {
  if (value.kind == Kind::null) {
    out.null(column);
  } else if (type == parquet::Type::int64) {
    out.integer(column, value.integer);
  } else if (type == parquet::Type::real) {
    out.real(column, value.kind == Kind::real ? value.real : static_cast<double>(value.integer));
  } else {
    out.text(column, valid_utf8(value_text(value)));
  }
}

Result<void> write_parquet(const ListedRows& listed, const std::string& path) {
  const std::vector<parquet::Column> columns = columns_of(listed);
  auto file = AtomicFile::create(path);
  if (!file) return failure(std::move(file.error()));
  parquet::Writer out(columns, {}, [&](Bytes bytes) { return file->write(bytes); });
  for (std::size_t row = 0; row < listed.size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      add_value(out, i, columns[i].type, listed.value(row, i));
    }
    if (!out.end_row()) break;
  }
  out.finish();
  return file->commit();
}

}  // namespace

bool is_parquet_path(std::string_view path) {
  return path.size() >= kParquetExtension.size() &&
         contains_ignoring_case(path.substr(path.size() - kParquetExtension.size()),
                                kParquetExtension);
}

Result<void> write_rows(const ListedRows& listed, const std::string& path) {
  return is_parquet_path(path) ? write_parquet(listed, path) : write_csv(listed, path);
}

}  // namespace scrubjay
