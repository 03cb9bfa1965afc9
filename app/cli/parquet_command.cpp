#include <algorithm>
#include <filesystem>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/file_set.h"
#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "core/index_cache.h"
#include "core/platform/input_file.h"
#include "core/platform/output_file.h"
#include "formats/parquet/parquet_writer.h"

namespace scrubjay::cli {

namespace {

namespace fs = std::filesystem;

/// Metadata of each file: what it was made of.
constexpr std::string_view kFingerprint = "scrubjay.fingerprint";
constexpr std::string_view kPart = "part-0.parquet";

/// A name as Hive writes it in a folder `KEY=NAME`.
std::string hive_escaped(std::string_view name) {
  constexpr std::string_view kEscaped = "\"#%'*/:=?\\{[]^\x7f";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && kEscaped.find(c) == kEscaped.npos) {
      text += c;
      continue;
    }
    text += '%';
    text += kHex[byte >> 4];
    text += kHex[byte & 15];
  }
  return text;
}

/// The names of the recordings' folders: those of files of one name are numbered.
std::vector<std::string> stems_of(const std::vector<std::string>& files) {
  std::vector<std::string> stems;
  for (const std::string& file : files) {
    const std::string stem = hive_escaped(file == "-" ? "stdin" : fs::path(file).stem().string());
    std::string name = stem;
    for (int n = 2; std::ranges::find(stems, name) != stems.end(); ++n) {
      name = stem + '-' + std::to_string(n);
    }
    stems.push_back(name);
  }
  return stems;
}

/// The same while the file, and how it is read, are.
std::string fingerprint_of(const Recording& recording, const CommonOptions& common) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const Bytes bytes = recording.file().bytes();
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    sum = checksum_of(bytes.subspan(at, std::min(kPiece, bytes.size() - at)), sum);
  }
  const std::string way = recording.reading() + '\n' +
                          (common.coordinates ? std::string(common.coordinates->name()) : "source");
  return std::to_string(bytes.size()) + '-' +
         std::to_string(checksum_of(std::as_bytes(std::span(way)), sum));
}

/// Where the table `recordings` of one recording is.
fs::path recordings_of(const fs::path& folder, const std::string& stem) {
  return folder / "recordings" / ("recording=" + stem);
}

/// Of the recording of that stem in a folder; nothing where none is there, empty where another
/// program wrote it.
std::optional<std::string> fingerprint_in(const fs::path& folder, const std::string& stem) {
  std::error_code error;
  const fs::path place = recordings_of(folder, stem);
  if (!fs::exists(place, error)) return std::nullopt;
  const auto file = InputFile::open((place / kPart).string());
  return file ? parquet::metadata_value((*file)->bytes(), kFingerprint).value_or("") : "";
}

/// A folder beside that one that is not there yet.
fs::path free_place_beside(const fs::path& folder) {
  std::error_code error;
  for (int n = 1;; ++n) {
    fs::path beside = folder;
    beside += n == 1 ? ".part" : ".part" + std::to_string(n);
    if (!fs::exists(beside, error)) return beside;
  }
}

Problem not_written(const fs::path& path, const std::string& why) {
  return {.severity = Severity::fatal,
          .code = "not-writable",
          .message = "\"" + path.string() + "\" cannot be written: " + why};
}

parquet::Type parquet_type(tables::ColumnType type) {
  switch (type) {
    case tables::ColumnType::boolean: return parquet::Type::boolean;
    case tables::ColumnType::int32: return parquet::Type::int32;
    case tables::ColumnType::int64: return parquet::Type::int64;
    case tables::ColumnType::real: return parquet::Type::real;
    case tables::ColumnType::text: return parquet::Type::text;
  }
  return parquet::Type::text;
}

/// `column` is the batch's; the file has no column `recording`, which its folder stands for.
void add_cell(parquet::Writer& out, std::size_t column, const tables::RowBatch& batch,
              const tables::Cell& cell) {
  using Kind = tables::Cell::Kind;
  switch (cell.kind) {
    case Kind::null: out.null(column - 1); return;
    case Kind::integer: out.integer(column - 1, cell.integer); return;
    case Kind::real: out.real(column - 1, cell.real); return;
    case Kind::text: out.text(column - 1, batch.text_of(cell)); return;
  }
}

/// One table of one recording.
Result<void> write_table(tables::TableSession& session, tables::RowRequest request,
                         const std::string& fingerprint, const fs::path& path) {
  const tables::Table& table = tables::table_of(request.table);
  std::vector<parquet::Column> columns;
  for (const tables::Column& column : table.columns.subspan(1)) {
    columns.push_back({std::string(column.name), parquet_type(column.type)});
  }
  auto file = AtomicFile::create(path.string());
  if (!file) return failure(std::move(file.error()));
  parquet::Writer out(std::move(columns), {{std::string(kFingerprint), fingerprint}},
                      [&](Bytes bytes) { return file->write(bytes); });
  const std::size_t width = table.columns.size();
  request.columns = tables::ColumnSlots::all(width);
  const auto rows = tables::open_rows(std::move(request), session.cursors, session.is_stopped);
  bool is_open = true;
  while (const tables::RowBatch* batch = is_open ? rows->next() : nullptr) {
    for (std::size_t row = 0; row < batch->size() && is_open; ++row) {
      for (std::size_t i = 1; i < width; ++i) add_cell(out, i, *batch, batch->at(row, i, width));
      is_open = out.end_row();
    }
  }
  out.finish();
  return file->commit();
}

/// All tables of one recording, below `folder`.
Result<void> write_tables(TableDesk& desk, std::size_t number, const std::string& stem,
                          const std::string& fingerprint,
                          std::shared_ptr<const Recording> recording, const fs::path& folder) {
  tables::TableSession& session = desk.session();
  for (const tables::Table& table : tables::all_tables().first(tables::kStoredTables)) {
    const fs::path place = folder / table.name / ("recording=" + stem);
    std::error_code error;
    fs::create_directories(place, error);
    if (error) return failure(not_written(place, error.message()));
    auto written = write_table(session, session.request(table.id, number, recording), fingerprint,
                               place / kPart);
    if (!written) return written;
    if (interrupted()) {
      return failure({.severity = Severity::fatal, .code = "stopped", .message = "Interrupted."});
    }
  }
  return {};
}

/// Puts what was written beside into its place, `recordings` last: what stopped before is not passed
/// over the next time.
Result<void> move_tables(const fs::path& from, const fs::path& to, const std::string& stem) {
  for (const tables::Table& table :
       tables::all_tables().first(tables::kStoredTables) | std::views::reverse) {
    const fs::path name = fs::path(table.name) / ("recording=" + stem);
    std::error_code error;
    fs::create_directories(to / table.name, error);
    fs::remove_all(to / name, error);
    fs::rename(from / name, to / name, error);
    if (error) return failure(not_written(to / name, error.message()));
  }
  return {};
}

}  // namespace

ExitStatus run_export_parquet(const ExportOptions& options, Console& console) {
  TableDesk desk(options.files, options.common, std::nullopt, console);
  const ExitStatus opened = desk.files().check(false);
  if (opened != ExitStatus::done) return opened;
  const fs::path target = fs::path(options.target).lexically_normal();
  const fs::path whole = target.has_filename() ? target : target.parent_path();
  const fs::path beside = free_place_beside(whole);
  std::error_code error;
  const bool is_new = !fs::exists(whole, error);
  const auto fail = [&](const std::string& file, const Problem& problem) {
    fs::remove_all(beside, error);
    if (problem.code != "stopped") console.report_failure(file, problem);
    return ExitStatus::nothing_done;
  };
  const std::vector<std::string> stems = stems_of(options.files);
  std::vector<std::string> made;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    console.progress("exporting", i, options.files.size(), "recordings");
    auto recording = desk.files().open(i);
    if (!recording) return fail(options.files[i], recording.error());
    const std::string fingerprint = fingerprint_of(**recording, options.common);
    const auto known = fingerprint_in(whole, stems[i]);
    if (known == fingerprint) continue;
    if (known && !options.replace) {
      return fail(options.files[i],
                  not_written(whole / ("*/recording=" + stems[i]),
                              "another recording of that name is there; --replace replaces it"));
    }
    const auto written = write_tables(desk, i, stems[i], fingerprint, *recording, beside);
    if (!written) return fail(options.files[i], written.error());
    made.push_back(stems[i]);
  }
  console.end_progress();
  if (made.empty()) return desk.files().conclude();
  if (is_new) {
    fs::rename(beside, whole, error);
    if (error) return fail(options.target, not_written(whole, error.message()));
    return desk.files().conclude();
  }
  for (const std::string& stem : made) {
    const auto moved = move_tables(beside, whole, stem);
    if (!moved) return fail(options.target, moved.error());
  }
  fs::remove_all(beside, error);
  return desk.files().conclude();
}

}  // namespace scrubjay::cli
