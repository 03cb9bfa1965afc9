#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/probe.h"
#include "core/recording.h"

namespace scrubjay {

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

/// How a recording is to be read where its bytes leave a choice: names and values of
/// `Format::read_options`. What is not named has its default.
using ReadOptions = std::vector<std::pair<std::string, std::string>>;

/// A choice that a format offers to the person who opens a recording.
struct ReadOption {
  enum class Kind : std::uint8_t {
    choice,   ///< one of `values`; the first one is the default
    mapping,  ///< "NAME=VALUE" with one of `values`; may be given several times; default: none
    text,     ///< as the description says; default: empty
  };
  std::string_view name;   ///< for the command line: "positions"
  std::string_view title;  ///< for people: "Positions are"
  std::string_view description;
  Kind kind = Kind::choice;
  std::span<const std::string_view> values = {};
  /// It says in which coordinates the recording is: where nothing is chosen, people see those in
  /// use.
  bool is_coordinates = false;
};

struct FormatWriter;

/// One family of recordings. All of them stand in `formats()`.
struct Format {
  std::string_view name;                         ///< "carla"
  std::string_view title;                        ///< "CARLA recorder file"
  std::string_view family;                       ///< "CARLA recorder": in front of a version
  std::span<const std::string_view> extensions;  ///< lower case, without the dot
  Match (*probe)(const ProbeInput& input);
  /// What `open` does.
  Result<std::shared_ptr<Recording>> (*open_checked)(std::shared_ptr<InputFile> file,
                                                     const ReadOptions& options);
  std::span<const Query> queries = {};
  /// Its own, in the order in which people see them; see read_options_of.
  std::span<const ReadOption> read_options = {};
  const FormatWriter* writer = nullptr;  ///< null: this format is only read
  /// Files with these extensions, without the dot, belong together where they stand in one folder:
  /// the folder is opened as one file (InputFile::parts).
  std::span<const std::string_view> folder_extensions = {};

  /// Reads the header, with choices of its own that `check_read_options` accepts. The recording is
  /// ready for its index pass. Errors are fatal and name what was expected and found; "option" for
  /// a value that cannot be used.
  Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                          const ReadOptions& options = {}) const {
    return open_checked(std::move(file), options);
  }
};

/// All formats, in the order in which they are listed to people.
std::span<const Format* const> formats();
const Format* find_format(std::string_view name);

/// Of all formats: for InputFile::open.
std::span<const std::string_view> folder_extensions();

/// The choices of how a recording of that format is read: its own, then those that every format
/// leaves ("vectors": what the vectors of a name mean in space).
std::vector<const ReadOption*> read_options_of(const Format& format);

/// What is wrong with the first choice that the format does not offer ("option"), or nothing.
std::optional<Problem> check_read_options(const Format& format, const ReadOptions& options);

/// Opens a file as the format named, or, with an empty name, as the one that recognises it. Errors:
/// those of the format, "unknown-format" for a name or a content that no format knows,
/// "empty-file", "option" for a choice that the format does not offer.
Result<std::shared_ptr<Recording>> open_recording(std::shared_ptr<InputFile> file,
                                                  std::string_view format_name = "",
                                                  const ReadOptions& options = {});

}  // namespace scrubjay
