#include "app/viewer/ask/ask_file.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "app/shared/query_values.h"
#include "app/viewer/ask/ask_places.h"
#include "core/platform/output_file.h"
#include "core/text.h"
#include "formats/parquet/parquet_writer.h"

namespace scrubjay {

namespace {

using Kind = tables::Value::Kind;

/// The rows listed, with what is written of entities.
class WrittenRows {
 public:
  explicit WrittenRows(const ListedRows& listed)
      : listed_(listed), moments_(listed.rows, listed.asked) {
    for (std::size_t i = 0; i < listed.rows.columns.size(); ++i) {
      const std::string& name = listed.rows.columns[i];
      add(name, i, What::value);
      if (listed.asked.empty() || !moments_.is_of_entities(i)) continue;
      add(name + "_id", i, What::id);
      add(name + "_name", i, What::name);
    }
  }

  std::size_t size() const { return listed_.size(); }
  const std::vector<std::string>& columns() const { return names_; }
  /// Below size() and columns().size().
  tables::Value value(std::size_t place, std::size_t column) const {
    const std::size_t row = listed_.order ? (*listed_.order)[place] : place;
    const Column& of = columns_[column];
    if (of.what == What::value) return listed_.rows.value(row, of.from);
    const AskMoments::NamedEntity named = moments_.entity(row, of.from);
    if (named.recording == nullptr) return {};
    const EntityInfo info = named.recording->entity(named.entity);
    return {.kind = Kind::text, .bytes = of.what == What::id ? info.id : info.name};
  }

 private:
  enum class What : std::uint8_t { value, id, name };
  struct Column {
    std::size_t from = 0;  ///< among those of the result
    What what = What::value;
  };

  void add(std::string name, std::size_t from, What what) {
    names_.push_back(std::move(name));
    columns_.push_back({from, what});
  }

  const ListedRows& listed_;
  const AskMoments moments_;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
};

Result<void> write_csv(const WrittenRows& written, const std::string& path) {
  auto file = AtomicFile::create(path);
  if (!file) return failure(std::move(file.error()));
  std::string text;
  append_csv_header(text, written.columns(), CsvTexts::safe);
  for (std::size_t row = 0; row < written.size(); ++row) {
    append_csv_row(
        text, written.columns().size(), [&](std::size_t i) { return written.value(row, i); },
        CsvTexts::safe);
    if (text.size() < (1U << 20)) continue;
    file->write(std::as_bytes(std::span(text)));
    text.clear();
  }
  file->write(std::as_bytes(std::span(text)));
  return file->commit();
}

/// Of all values of a column. Without any it is text.
parquet::Type type_of(const WrittenRows& written, std::size_t column) {
  bool has_integers = false;
  bool has_reals = false;
  for (std::size_t row = 0; row < written.size(); ++row) {
    const Kind kind = written.value(row, column).kind;
    if (kind == Kind::text || kind == Kind::blob) return parquet::Type::text;
    has_integers = has_integers || kind == Kind::integer;
    has_reals = has_reals || kind == Kind::real;
  }
  if (has_reals) return parquet::Type::real;
  return has_integers ? parquet::Type::int64 : parquet::Type::text;
}

std::vector<parquet::Column> columns_of(const WrittenRows& written) {
  std::vector<parquet::Column> columns;
  for (std::size_t i = 0; i < written.columns().size(); ++i) {
    const std::string given = valid_utf8(written.columns()[i]);
    std::string name = given;
    for (int n = 2; std::ranges::find(columns, name, &parquet::Column::name) != columns.end();
         ++n) {
      name = given + '_' + std::to_string(n);
    }
    columns.push_back({name, type_of(written, i)});
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

Result<void> write_parquet(const WrittenRows& written, const std::string& path) {
  const std::vector<parquet::Column> columns = columns_of(written);
  auto file = AtomicFile::create(path);
  if (!file) return failure(std::move(file.error()));
  parquet::Writer out(columns, {}, [&](Bytes bytes) { return file->write(bytes); });
  for (std::size_t row = 0; row < written.size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      add_value(out, i, columns[i].type, written.value(row, i));
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
  const WrittenRows written(listed);
  return is_parquet_path(path) ? write_parquet(written, path) : write_csv(written, path);
}

}  // namespace scrubjay
