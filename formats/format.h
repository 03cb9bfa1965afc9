#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// The leading bytes of a file and its extension, for telling formats apart.
struct ProbeInput {
  static constexpr std::size_t kHeadBytes = 64 * 1024;
  Bytes head;                  ///< at most kHeadBytes
  std::string_view extension;  ///< lower case, without the dot; may be empty
};

/// How sure a format is that a file is its own. The surest wins; an extension only breaks ties.
enum class Match : std::uint8_t { none, possible, certain };

/// A parameter of a query, as text.
struct QueryParameter {
  std::string_view name;
  std::string_view description;
  std::string_view default_value;
};

/// One row of a query's answer.
struct QueryRow {
  std::vector<std::string> cells;
  FrameIndex frame;    ///< where a click jumps to; none: nowhere
  EntityIndex entity;  ///< what a click selects; none: nothing
};

/// A table, or a text where the query prints as another program does.
struct QueryResult {
  std::vector<std::string> columns;
  std::vector<QueryRow> rows;
  std::string text;  ///< not empty: shown instead of the table
};

/// A question that only recordings of one format can be asked.
struct Query {
  std::string_view name;  ///< for the command line: "collisions"
  std::string_view title;
  std::string_view description;
  std::span<const QueryParameter> parameters;
  /// `values` are as many as parameters. Looks at `cancelled` now and then. Errors: "query" for a
  /// value that cannot be understood.
  Result<QueryResult> (*run)(const std::shared_ptr<const Recording>& recording,
                             std::span<const std::string> values,
                             const std::atomic<bool>& cancelled);
};

/// Receives the bytes of a file that is written; false stops the writing (disk full, cancelled).
using ByteSink = std::function<bool(Bytes)>;

/// One family of recordings. All of them stand in `formats()`.
struct Format {
  std::string_view name;                         ///< "carla"
  std::string_view title;                        ///< "CARLA recorder file"
  std::span<const std::string_view> extensions;  ///< lower case, without the dot
  Match (*probe)(const ProbeInput& input);
  /// Reads the header. The recording is ready for its index pass. Errors are fatal and name what
  /// was expected and found.
  Result<std::shared_ptr<Recording>> (*open)(std::shared_ptr<InputFile> file);
  std::span<const Query> queries;
};

/// All formats, in the order in which they are listed to people.
std::span<const Format* const> formats();
const Format* find_format(std::string_view name);

/// Opens a file as the format named, or, with an empty name, as the one that recognises it. Errors:
/// those of the format, "unknown-format" for a name or a content that no format knows,
/// "empty-file".
Result<std::shared_ptr<Recording>> open_recording(std::shared_ptr<InputFile> file,
                                                  std::string_view format_name = "");

}  // namespace scrubjay
