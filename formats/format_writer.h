#pragma once

#include <atomic>
#include <cstdint>
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

/// Receives the bytes of a file that is written; false stops the writing (disk full, cancelled).
using ByteSink = std::function<bool(Bytes)>;

/// A choice that a writer offers.
struct WriteOption {
  std::string_view name;  ///< for the command line: "container"
  std::string_view description;
  std::span<const std::string_view> values;  ///< what it can be; the first one is the default
};

/// Names and values of a writer's options; what is not named has its default.
using WriteOptions = std::vector<std::pair<std::string, std::string>>;

/// What somebody wrote on a moment, to be written as a comment by formats that have them.
struct AddedComment {
  Seconds time = 0;
  std::string text;
  std::string color;  ///< "#E69F00"
};

/// What of a recording is written, and how.
struct WriteRequest {
  std::shared_ptr<const Recording> recording;        ///< indexed
  std::optional<CoordinateSystem> coordinates = {};  ///< none: as recorded, if the writer can
  std::optional<Seconds> from = {};  ///< frames at or after it; none: from the first
  std::optional<Seconds> to = {};    ///< frames at or before it; none: to the last
  /// Ascending, only these and their events, nothing of the frames' own; none: all.
  std::optional<std::vector<EntityIndex>> entities = {};
  WriteOptions options = {};
  /// Beside the recording's own comments, ascending by time. Formats without comments pass them
  /// over.
  std::vector<AddedComment> comments = {};
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

/// What was written.
struct WriteReport {
  std::uint64_t frames = 0;
  std::uint64_t entities = 0;  ///< distinct ones
  std::uint64_t events = 0;
  CoordinateSystem coordinates;   ///< of the first frame, as written
  Seconds moved_by = 0;           ///< what was added to all times, in a format whose first is 0
  std::vector<WriteLoss> losses;  ///< in the order of a fixed list
  std::vector<Problem> problems;  ///< found while decoding, folded
};

/// Those asked for, else those of the recording.
Result<CoordinateSystem> coordinates_as_asked(const WriteRequest& request);

/// One kind of file that any recording can be written as. One that a format reads again is its
/// `Format::writer`; others stand in a list of the application's (app/shared/writers.h).
struct FormatWriter {
  std::string_view name;                         ///< "carla"; that of the format that reads it
  std::string_view title;                        ///< "CARLA recorder file"
  std::span<const std::string_view> extensions;  ///< lower case, without the dot, the usual first
  std::span<const WriteOption> options = {};
  /// The coordinates that frames are written in, so that people know beforehand; its error
  /// "coordinates" where those asked for cannot be written.
  Result<CoordinateSystem> (*coordinates_written)(const WriteRequest& request) =
      coordinates_as_asked;
  /// Whether what is written with these options has comments.
  bool (*has_comments)(const WriteOptions& options) = [](const WriteOptions&) { return false; };
  /// What `write` does with a request whose options and coordinates are good.
  Result<WriteReport> (*write_checked)(const WriteRequest& request,
                                       const std::atomic<bool>& cancelled, const ByteSink& sink);

  /// Writes frames one after the other: memory does not grow with the recording. Stops soon after
  /// `cancelled`. Errors: "cancelled", "not-written" when the sink refused, "option" for a name or
  /// value that is not offered, "coordinates" for a system that cannot be written, "too-large" for
  /// a frame with more values than can be held at one time; of each writer also its own.
  Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                            const ByteSink& sink) const;
};

/// The coordinates to ask a writer for where a person has asked for none: those of the recording's
/// own when a file of another format that keeps it is on its way back, else none.
std::optional<CoordinateSystem> coordinates_on_the_way_back(const RecordingInfo& info,
                                                            std::string_view target_format);

/// "cancelled".
Problem writing_cancelled();
/// "not-written": the sink refused.
Problem not_written();

/// Adds a loss that happened `count` times, unless that is 0.
void add_loss(WriteReport& report, std::string what, std::string became, std::uint64_t count);

/// WritePlan::count_cut of all frames, as a loss.
void add_cut(WriteReport& report, std::uint64_t count);

/// The value chosen last, else the default.
std::string_view chosen_value(const WriteOption& option, const WriteOptions& options);

}  // namespace scrubjay
