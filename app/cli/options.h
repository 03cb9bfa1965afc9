#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/csv.h"
#include "core/coordinate_system.h"
#include "core/ids.h"
#include "formats/format.h"

namespace scrubjay::cli {

// What each command was asked for. "-" as a file is standard input, as a target standard output.

struct CommonOptions {
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  std::string format;                           ///< a format's name; empty: detect
  ReadOptions read;                             ///< how the format is to read it
  bool quiet = false;
  bool is_cache_used = true;  ///< a kept index may stand for the index pass
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

struct EventsOptions {
  CommonOptions common;
  std::string file;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::string name;    ///< part of the name, letters compared without case; empty: all
  std::string entity;  ///< id or name; empty: all
  std::string filter;  ///< a file of filters: only what one on events finds; empty: all
  ListOutput output = ListOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
};

/// One property of one entity over time.
struct SeriesOptions {
  CommonOptions common;
  std::string file;
  std::string entity;    ///< id or name
  std::string property;  ///< names joined with '/', or the last of them; .x to .w of a vector
  std::optional<std::string> stream;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  ListOutput output = ListOutput::table;
  CsvTexts csv_texts = CsvTexts::safe;
};

/// Hits of the filters in a file (.fbff).
struct FindOptions {
  CommonOptions common;
  std::string file;
  std::string filter;
  bool json = false;
};

enum class ExportForm : std::uint8_t { ndjson, csv };

struct ExportOptions {
  CommonOptions common;
  std::string file;
  std::string target;
  ExportForm form = ExportForm::ndjson;
  CsvTexts csv_texts = CsvTexts::safe;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::vector<std::string> entities;  ///< ids or names; empty: all
};

struct ConvertOptions {
  CommonOptions common;
  std::string file;
  std::string target;
  std::string to_format;    ///< a format's name; empty: as the target's extension says
  std::string container;    ///< of formats that have several; empty: the usual one
  std::string compression;  ///< likewise
  std::string motion;       ///< likewise
  std::string remainder;    ///< likewise
  std::string unreal;       ///< likewise
  std::optional<double> metres_per_unit;  ///< of what is written; none: of the coordinates
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::vector<std::string> entities;  ///< ids or names; empty: all
  bool json = false;
};

struct QueryOptions {
  CommonOptions common;
  std::string file;
  std::string name;  ///< empty: list what can be asked
  std::vector<std::pair<std::string, std::string>> values;
  bool json = false;
};

/// One picture at `time`, or pictures from `from` to `to`, both included, `fps` a second.
struct RenderOptions {
  CommonOptions common;
  std::string file;
  std::optional<Seconds> time;
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::optional<double> fps;
  std::string target;  ///< of several pictures with one %d, such as %05d, for their number
  int width = 1280;
  int height = 720;
  std::string follow;  ///< id or name of the entity to look at; empty: all are in the picture
};

struct FormatsOptions {
  CommonOptions common;
  bool json = false;
};

}  // namespace scrubjay::cli
