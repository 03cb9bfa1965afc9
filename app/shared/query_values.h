#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/query.h"
#include "app/shared/csv.h"

namespace scrubjay {

/// A value of a result as people read it: nothing for NULL, bytes as base64.
std::string value_text(const tables::Value& value);

/// A number that can be drawn.
std::optional<double> finite_number(const tables::Value& value);

/// The first line of a CSV file: the names of the columns.
void append_csv_header(std::string& out, const std::vector<std::string>& columns, CsvTexts texts);
/// A further line; `value_of(column)` is asked for each of `columns` once, in order.
void append_csv_row(std::string& out, std::size_t columns,
                    const std::function<tables::Value(std::size_t)>& value_of, CsvTexts texts);

}  // namespace scrubjay
