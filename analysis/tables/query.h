#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/session.h"
#include "analysis/tables/state_paths.h"

namespace scrubjay::tables {

/// One value of a result. Texts and blobs are valid until the next step.
struct Value {
  enum class Kind : std::uint8_t { null, integer, real, text, blob };
  Kind kind = Kind::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view bytes = {};
};

/// One query over the tables of recordings: one statement, which reads. The connection is closed to
/// the world: a query can change, load and reach nothing. Used by one thread.
class Query {
 public:
  enum class Step : std::uint8_t { row, done, stopped };

  /// `session` and `paths` outlive the query; `paths` is what is known of the columns of `state`,
  /// and grows where the query needs more. Errors: "query" with what SQLite says and the place;
  /// "stopped"; what the recordings say that do not open. With `absent`, paths of several names
  /// that no recording has, and that are near none, are columns without values, and are added to
  /// it.
  static Result<std::unique_ptr<Query>> prepare(TableSession& session, StatePaths& paths,
                                                std::string_view sql,
                                                std::vector<std::string>* absent = nullptr);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  const std::vector<std::string>& columns() const { return columns_; }
  /// The column of that name, letters compared without case.
  std::optional<std::size_t> find_column(std::string_view name) const;
  /// The next row. Errors as above.
  Result<Step> step();
  /// Of the row, below columns().size().
  Value value(std::size_t column) const;
  /// Columns of `state` for which SQLite has no room.
  std::size_t columns_left_out() const;

 private:
  struct Connection;

  explicit Query(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
  std::vector<std::string> columns_;
};

/// Where in `sql` a problem of Query lies [bytes]; nothing where that is not known.
std::optional<std::size_t> place_in_query(std::string_view sql, const Problem& problem);

/// A problem of a query that stands so many lines further down in a file.
Problem problem_below(Problem problem, std::size_t lines);

/// A query for the rows of `state` for which a condition holds. `rest` stands behind the condition:
/// "order by time".
std::string condition_query(std::string_view columns, std::string_view condition,
                            std::string_view rest);
/// A problem of such a query, told by its place in the condition: people have not seen the rest.
Problem problem_of_condition(Problem problem, std::string_view columns, std::string_view condition);

}  // namespace scrubjay::tables
