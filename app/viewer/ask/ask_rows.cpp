#include "app/viewer/ask/ask_rows.h"

#include <algorithm>
#include <cmath>

#include "app/shared/query_values.h"
#include "core/text.h"

namespace scrubjay {

namespace {

using Kind = tables::Value::Kind;

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while ((begin = text.find_first_not_of(' ', begin)) != text.npos) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

bool has_word(const AskRows& rows, const ShownCell& shown, std::size_t row,
              const std::string& word) {
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    const tables::Value value = rows.value(row, column);
    const auto text = shown(row, column);
    const bool has = value.kind == Kind::text
                         ? contains_ignoring_case(value.bytes, word)
                         : contains_ignoring_case(text ? *text : value_text(value), word);
    if (has) return true;
  }
  return false;
}

double number_of(const tables::Value& value) {
  return value.kind == Kind::integer ? static_cast<double>(value.integer) : value.real;
}

/// As SQLite does: NULL, numbers, texts, bytes.
int rank(Kind kind) {
  switch (kind) {
    case Kind::null: return 0;
    case Kind::integer:
    case Kind::real: return 1;
    case Kind::text: return 2;
    case Kind::blob: return 3;
  }
  return 3;
}

bool is_less(const tables::Value& a, const tables::Value& b) {
  if (rank(a.kind) != rank(b.kind)) return rank(a.kind) < rank(b.kind);
  if (rank(a.kind) == 0) return false;
  if (a.kind == Kind::integer && b.kind == Kind::integer) return a.integer < b.integer;
  if (rank(a.kind) == 1) return number_of(a) < number_of(b);
  return a.bytes < b.bytes;
}

}  // namespace

void RowBatch::add(const tables::Query& query) {
  for (std::size_t column = 0; column < columns_; ++column) {
    const tables::Value value = query.value(column);
    Cell& cell = cells_.emplace_back();
    cell.kind = value.kind;
    switch (value.kind) {
      case Kind::null: break;
      case Kind::integer: cell.integer = value.integer; break;
      case Kind::real: cell.real = value.real; break;
      case Kind::text:
      case Kind::blob:
        cell.begin = texts_.size();
        cell.size = static_cast<std::uint32_t>(value.bytes.size());
        texts_ += value.bytes;
        break;
    }
  }
}

tables::Value RowBatch::value(std::size_t row, std::size_t column) const {
  const Cell& cell = cells_[row * columns_ + column];
  tables::Value value;
  value.kind = cell.kind;
  switch (cell.kind) {
    case Kind::null: break;
    case Kind::integer: value.integer = cell.integer; break;
    case Kind::real: value.real = cell.real; break;
    case Kind::text:
    case Kind::blob: value.bytes = std::string_view(texts_).substr(cell.begin, cell.size); break;
  }
  return value;
}

void AskRows::add(std::shared_ptr<const RowBatch> batch) {
  ends.push_back(size() + batch->size());
  batches.push_back(std::move(batch));
}

tables::Value AskRows::value(std::size_t row, std::size_t column) const {
  const auto found = std::ranges::upper_bound(ends, row);
  const auto batch = static_cast<std::size_t>(found - ends.begin());
  return batches[batch]->value(row - (batch == 0 ? 0 : ends[batch - 1]), column);
}

std::optional<std::size_t> AskRows::find_column(std::string_view name) const {
  const auto found = std::ranges::find_if(
      columns, [&](const std::string& column) { return equal_ignoring_case(column, name); });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::vector<std::uint32_t> ordered_rows(const AskRows& rows, const AskOrderWish& wish,
                                        const ShownCell& shown) {
  const std::vector<std::string> words = words_in(wish.words);
  std::vector<std::uint32_t> order;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool passes = std::ranges::all_of(
        words, [&](const auto& word) { return has_word(rows, shown, row, word); });
    if (passes) order.push_back(static_cast<std::uint32_t>(row));
  }
  if (wish.column && *wish.column < rows.columns.size()) {
    std::ranges::stable_sort(order, [&](std::uint32_t one, std::uint32_t other) {
      const tables::Value a = rows.value(one, *wish.column);
      const tables::Value b = rows.value(other, *wish.column);
      return wish.is_descending ? is_less(b, a) : is_less(a, b);
    });
  }
  return order;
}

}  // namespace scrubjay
