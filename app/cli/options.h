#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/compare/options.h"
#include "app/shared/csv.h"
#include "app/shared/recording_roads.h"
#include "app/view_pictures.h"
#include "core/coordinate_system.h"
#include "core/ids.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::cli {

// What each command was asked for. "-" as a file is standard input, as a target standard output.

struct CommonOptions {
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded, or as a target usually is
  bool asks_for_source = false;                 ///< for those as recorded, in so many words
  std::string format;                           ///< a format's name; empty: detect
  ReadOptions read;                             ///< how the format is to read it
  bool quiet = false;
  bool is_cache_used = true;  ///< a kept index may stand for the index pass
  /// Files in folders that were named that look like recordings and are none.
  std::vector<std::string> passed_over;
  bool takes_roads = false;  ///< entities get what follows from roads, where these are known
  WantedRoads roads = {};    ///< without a path: those of the map beside the recording
};

struct InfoOptions {
  CommonOptions common;
  std::vector<std::string> files;
  bool json = false;
};

struct ShowOptions {
  CommonOptions common;
  std::string file;
  std::optional<Seconds> time;  ///< one of time and frame is given
  std::optional<std::uint64_t> frame;
  std::string entity;  ///< id or name; empty: all
  std::optional<std::string> stream;
  bool all_streams = false;
  bool interpolate = false;  ///< values between samples at `time`, not the last ones
  bool json = false;
};

enum class ListOutput : std::uint8_t { table, json, csv };

/// What kind of events that were not recorded are worked out.
enum class DerivedEvents : std::uint8_t { none, contacts };

struct EventsOptions {
  CommonOptions common;
  std::string file;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::string name;    ///< part of the name, letters compared without case; empty: all
  std::string entity;  ///< id or name; empty: all
  std::string about;   ///< id or name of whom events are of or name; empty: all
  std::string filter;  ///< a file of filters: only what one on events finds; empty: all
  DerivedEvents derived = DerivedEvents::none;  ///< these instead of the recorded ones
  ListOutput output = ListOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
};

/// One property of one entity over time.
struct SeriesOptions {
  CommonOptions common;
  std::string file;
  std::string entity;    ///< id or name
  std::string other;     ///< id or name, of a derived value between two; empty: none
  std::string property;  ///< names joined with '/', or the last of them; .x to .w of a vector
  std::optional<std::string> stream;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  ListOutput output = ListOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
};

enum class RowsOutput : std::uint8_t { table, json, csv, ndjson };

/// How the rows of a query are printed, and where they end.
struct RowsOptions {
  RowsOutput output = RowsOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
  std::optional<double> timeout;           ///< seconds; none: no bound
  std::optional<std::uint64_t> most_rows;  ///< none: all
};

/// A query over the tables of recordings.
struct SqlOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string query;  ///< "-": standard input
  RowsOptions rows;
};

/// Hits of the filters in a file (.fbff), or where a condition holds.
struct FindOptions {
  CommonOptions common;
  std::vector<std::string> files;  ///< one, with a filter
  std::string filter;              ///< empty: the condition
  std::string condition;           ///< over the table `state`
  RowsOptions rows;
};

/// Queries that have to give no rows.
struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string rules;  ///< a file; "-" is standard input
  bool each = false;  ///< rules are asked of each recording alone, else of all together
  std::string junit;  ///< the file to write as JUnit XML; empty: none
  bool json = false;
};

/// The changes of one property.
struct HistoryOptions {
  CommonOptions common;
  std::string file;
  std::string entity;    ///< id or name
  std::string property;  ///< its path
  std::optional<std::string> stream;
  ListOutput output = ListOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
};

struct ExportOptions {
  CommonOptions common;
  std::string file;                ///< the only one, where text is written
  std::vector<std::string> files;  ///< for Parquet
  bool replace = false;            ///< recordings of the same name in a folder of Parquet
  std::string target;
  std::string to_format;  ///< the name of a writer of text
  CsvTexts csv_texts = CsvTexts::safe;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::vector<std::string> entities;  ///< ids or names; empty: all
};

struct ConvertOptions {
  CommonOptions common;
  std::string file;
  std::string target;
  std::string to_format;       ///< a writer's name; empty: as the target's extension says
  WriteOptions write_options;  ///< those given
  std::optional<double> metres_per_unit;  ///< of what is written; none: of the coordinates
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::vector<std::string> entities;  ///< ids or names; empty: all
  bool json = false;
};

/// Two recordings, or two streams of one.
struct DiffOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::vector<std::string> streams;  ///< ids or names: none or two
  compare::Options compared;         ///< its coordinates are those of `common`
  bool json = false;
  std::string junit;  ///< the file to write as JUnit XML; empty: none
};

struct QueryOptions {
  CommonOptions common;
  std::string file;
  std::string name;  ///< empty: list what can be asked
  std::vector<std::pair<std::string, std::string>> values;
  bool json = false;
};

/// Lists the notes of a recording, after what is asked for was added or removed.
struct NotesOptions {
  CommonOptions common;
  std::string file;
  std::string text;             ///< of a note to add; empty: none
  std::optional<Seconds> time;  ///< one of time and from is given with a text
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::optional<std::uint32_t> color;  ///< 0xRRGGBB
  std::vector<std::string> selected;   ///< ids or names
  std::string import;                  ///< a notes file to take over; empty: none
  std::string remove;                  ///< the id of a note; empty: none
  bool json = false;
};

/// One picture at `time`, or pictures from `from` to `to`, both included, `fps` a second.
struct RenderOptions {
  CommonOptions common;
  std::string file;
  std::optional<Seconds> time;
  bool middle = false;  ///< instead of `time`
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::optional<double> fps;
  std::string target;  ///< of several pictures with one %d, such as %05d, for their number
  int width = 0;       ///< 0: as the view says, else 1280 x 720
  int height = 0;
  std::string follow;  ///< id or name of the entity to look at; empty: all are in the picture
  std::vector<std::string> scenery;  ///< files under the recordings
  std::optional<WantedPose> scenery_at;
  double speed = 1;  ///< of a film: seconds of the recording in one of its own
  // As the window draws the scene, with one of these:
  std::vector<std::string> files;  ///< `file` and those beside it
  std::string view;                ///< as "Copy link" prints it
  std::string select;              ///< id or name
  std::optional<double> scale;     ///< pixels for one at 100 %
  std::optional<PictureGround> background;
  bool labels = true;
  bool scale_bar = false;
  bool report_progress = false;  ///< a line on standard error for each picture
};

/// What is asked of a file of roads.
enum class RoadAnswers : std::uint8_t { map, point, points, track, tracks };

struct RoadOptions {
  CommonOptions common;
  std::string file;
  RoadAnswers answers = RoadAnswers::map;
  std::optional<std::vector<double>> at;  ///< x, y, and z where it was given [m]
  std::optional<std::string> road;        ///< id
  double s = 0;                           ///< along that road [m]
  double t = 0;                           ///< to the left of it [m]
  bool json = false;
};

struct FormatsOptions {
  CommonOptions common;
  bool json = false;
};

}  // namespace scrubjay::cli
