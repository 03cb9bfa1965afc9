#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scrubjay::parquet {

/// A value in Apache Thrift's compact protocol.
struct Thrift {
  std::int64_t number = 0;  ///< of whole numbers, and 0 or 1 of booleans
  std::string text;
  std::map<int, Thrift> fields;
  std::vector<Thrift> list;

  bool has(int field) const { return fields.contains(field); }
  /// Throws where there is none.
  const Thrift& at(int field) const { return fields.at(field); }
};

using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct ReadColumn {
  std::string name;
  std::int64_t physical_type = -1;
  std::vector<Cell> cells;  ///< of all groups
};

/// What stands in a file, read as parquet-format 2.9 says and as far as our writer uses it.
/// Independent of it: nothing of its code is used.
struct ReadFile {
  Thrift footer;
  std::vector<ReadColumn> columns;
};

/// Throws std::runtime_error, or what containers throw, where the file is not as it should be.
ReadFile read_parquet(std::string_view file);

}  // namespace scrubjay::parquet
