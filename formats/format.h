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
};

/// Receives the bytes of a file that is written; false stops the writing (disk full, cancelled).
using ByteSink = std::function<bool(Bytes)>;

/// A choice that the writer of a format offers.
struct WriteOption {
  std::string_view name;  ///< for the command line: "container"
  std::string_view description;
  std::span<const std::string_view> values;  ///< what it can be; the first one is the default
};

/// What of a recording is written, and how.
struct WriteRequest {
  std::shared_ptr<const Recording> recording;        ///< indexed
  std::optional<CoordinateSystem> coordinates = {};  ///< none: as recorded, if the format can
  std::optional<Seconds> from = {};  ///< frames at or after it; none: from the first
  std::optional<Seconds> to = {};    ///< frames at or before it; none: to the last
  std::optional<std::vector<EntityIndex>> entities = {};  ///< ascending, only these; none: all
  /// Names and values of `Format::write_options`; what is not named has its default.
  std::vector<std::pair<std::string, std::string>> options = {};
  /// Called now and then with frames done and to do, on the thread that writes; may be empty.
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

/// Something that the format written cannot say as the recording does.
struct WriteLoss {
  std::string what;    ///< "vec4 properties", "comments"
  std::string became;  ///< "quat"; empty: left out
  std::uint64_t count = 0;
  /// It stands beside what other programs read: on the way back it is there again.
  bool is_kept = false;
};

/// The coordinates to ask a format for where a person has asked for none: those of the recording's
/// own when a file of another format that keeps it is on its way back, else none.
std::optional<CoordinateSystem> coordinates_on_the_way_back(const RecordingInfo& info,
                                                            std::string_view target_format);

/// What was written.
struct WriteReport {
  std::uint64_t frames = 0;
  std::uint64_t entities = 0;  ///< distinct ones
  std::uint64_t events = 0;
  CoordinateSystem coordinates;   ///< of the first frame, as written
  std::vector<WriteLoss> losses;  ///< in the order of a fixed list
  std::vector<Problem> problems;  ///< found while decoding, folded
};

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
  /// Writes frames one after the other: memory does not grow with the recording. Stops soon after
  /// `cancelled`. Null: this format is only read. Errors: "cancelled", "not-written" when the sink
  /// refused, "option" for a name or value that is not offered, "coordinates" for a system that the
  /// format cannot hold.
  Result<WriteReport> (*write)(const WriteRequest& request, const std::atomic<bool>& cancelled,
                               const ByteSink& sink) = nullptr;
  /// The coordinates that `write` puts frames in, so that people know beforehand; its error
  /// "coordinates" where it would refuse those asked for. Null: those asked for, else as recorded.
  Result<CoordinateSystem> (*coordinates_written)(const WriteRequest& request) = nullptr;
  std::span<const WriteOption> write_options = {};
  /// Its own, in the order in which people see them; see read_options_of.
  std::span<const ReadOption> read_options = {};
  /// Like `open`, with choices of its own that `check_read_options` accepts. Null where there are
  /// none to make. Errors: also "option" for a value that cannot be used.
  Result<std::shared_ptr<Recording>> (*open_with)(std::shared_ptr<InputFile> file,
                                                  const ReadOptions& options) = nullptr;
};

/// All formats, in the order in which they are listed to people.
std::span<const Format* const> formats();
const Format* find_format(std::string_view name);

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
