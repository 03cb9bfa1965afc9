#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/tables/row_source.h"
#include "app/cli/commands.h"
#include "app/cli/file_set.h"
#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_roads.h"
#include "core/concurrency/ordered_pipeline.h"
#include "core/index_cache.h"
#include "core/number_text.h"
#include "core/platform/file_lock.h"
#include "core/platform/input_file.h"
#include "core/platform/output_file.h"
#include "formats/parquet/parquet_writer.h"

namespace scrubjay::cli {

namespace {

namespace fs = std::filesystem;

/// Metadata of each file: what it was made of.
constexpr std::string_view kFingerprint = "scrubjay.fingerprint";
/// Of the table `recordings`: "yes" where the recording has errors, so that who passes it over can
/// say so.
constexpr std::string_view kIsDamaged = "scrubjay.is_damaged";
constexpr std::string_view kPart = "part-0.parquet";

/// A name as Hive writes it in a folder `KEY=NAME`.
std::string hive_escaped(std::string_view name) {
  constexpr std::string_view kEscaped = "\"#%'*/:=?\\{[]^\x7f";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && kEscaped.find(c) == kEscaped.npos) {
      text += c;
      continue;
    }
    text += '%';
    add_hex(text, byte, kCapitalHex);
  }
  return text;
}

/// A folder may be named with a slash behind it.
fs::path without_slash(const std::string& file) {
  const fs::path named = fs::path(file).lexically_normal();
  return named.has_filename() ? named : named.parent_path();
}

/// The names of the recordings' folders: those of files of one name are numbered.
std::vector<std::string> stems_of(const std::vector<std::string>& files) {
  std::vector<std::string> stems;
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, int> last_numbers;
  for (const std::string& file : files) {
    const std::string stem =
        hive_escaped(file == "-" ? "stdin" : without_slash(file).stem().string());
    int& number = last_numbers[stem];
    std::string name = stem;
    // The numbers before were taken when they were tried.
    while (!taken.insert(name).second) {
      number = std::max(number + 1, 2);
      name = stem + '-' + std::to_string(number);
    }
    stems.push_back(std::move(name));
  }
  return stems;
}

/// What follows from roads is among the properties.
std::string roads_text(const Recording& recording, const CommonOptions& common) {
  if (!common.takes_roads) return {};
  const WantedRoads& wanted = common.roads;
  const std::string path = wanted.path.empty() ? roads_beside(recording).value_or("") : wanted.path;
  if (path.empty()) return {};
  const auto file = InputFile::open(path);
  std::string text = file ? std::to_string(checksum_of((*file)->bytes())) : "unread";
  if (wanted.at.is_as_stated) return text + " as stated";
  const UprightPose& pose = wanted.at.pose;
  for (int i = 0; i < 3; ++i) text += ' ' + number_text(pose.offset[i]);
  return text + ' ' + number_text(pose.heading);
}

/// The same while the file, and how it is read, are.
std::string fingerprint_of(const Recording& recording, const CommonOptions& common) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const Bytes bytes = recording.file().bytes();
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    sum = checksum_of(bytes.subspan(at, std::min(kPiece, bytes.size() - at)), sum);
  }
  const std::string way =
      recording.reading() + '\n' +
      (common.coordinates ? std::string(common.coordinates->name()) : "source") + '\n' +
      roads_text(recording, common);
  return std::to_string(bytes.size()) + '-' +
         std::to_string(checksum_of(std::as_bytes(std::span(way)), sum));
}

/// Where the table `recordings` of one recording is.
fs::path recordings_of(const fs::path& folder, const std::string& stem) {
  return folder / "recordings" / ("recording=" + stem);
}

/// A recording that was written before.
struct Written {
  std::string fingerprint;  ///< empty where another program wrote it
  bool is_damaged = false;
};

/// That of a stem in a folder; nothing where none is there.
std::optional<Written> written_before(const fs::path& folder, const std::string& stem) {
  std::error_code error;
  const fs::path place = recordings_of(folder, stem);
  if (!fs::exists(place, error)) return std::nullopt;
  const auto file = InputFile::open((place / kPart).string());
  if (!file) return Written{};
  const Bytes bytes = (*file)->bytes();
  return Written{parquet::metadata_value(bytes, kFingerprint).value_or(""),
                 parquet::metadata_value(bytes, kIsDamaged).has_value()};
}

/// A folder beside that one, for what is not whole yet. What an export left there that was killed
/// is removed; one in which another export works, or which is no export's, is left alone.
class WorkFolder {
 public:
  /// Nothing where none can be made.
  static std::optional<WorkFolder> beside(const fs::path& folder) {
    constexpr int kMost = 100;
    std::error_code error;
    for (int n = 1; n <= kMost; ++n) {
      fs::path path = folder;
      path += n == 1 ? ".part" : ".part" + std::to_string(n);
      fs::create_directories(path, error);
      if (error) return std::nullopt;
      const bool is_of_export = fs::exists(path / kLock, error) || fs::is_empty(path, error);
      if (!is_of_export) continue;
      auto lock = FileLock::take((path / kLock).string());
      // The one who had it may have removed the folder meanwhile.
      if (!lock || !fs::exists(path / kLock, error)) continue;
      std::error_code ignored;
      for (fs::directory_iterator entry(path, error), end; !error && entry != end;
           entry.increment(error)) {
        if (entry->path().filename() != kLock) fs::remove_all(entry->path(), ignored);
      }
      return WorkFolder(std::move(path), std::move(*lock));
    }
    return std::nullopt;
  }
  ~WorkFolder() {
    if (!lock_) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    // On Windows a file that is open stays in its folder, removed or not.
    lock_.reset();
    fs::remove(path_, ignored);
  }
  WorkFolder(WorkFolder&& other) noexcept
      : path_(std::move(other.path_)), lock_(std::move(other.lock_)) {
    other.lock_.reset();
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  static constexpr const char* kLock = "lock";

  WorkFolder(fs::path path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  fs::path path_;
  std::optional<FileLock> lock_;
};

Problem not_written(const fs::path& path, const std::string& why) {
  return fatal_problem("not-writable", "\"" + path.string() + "\" cannot be written: " + why);
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

/// As formats::parquet takes it.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// The file of one table of one recording.
class TableFile {
 public:
  static Result<std::unique_ptr<TableFile>> create(const tables::Table& table,
                                                   const Metadata& metadata,
                                                   const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return failure(not_written(folder, error.message()));
    auto file = AtomicFile::create((folder / kPart).string());
    if (!file) return failure(std::move(file.error()));
    return std::unique_ptr<TableFile>(new TableFile(table, metadata, std::move(*file)));
  }

  /// False once nothing more can be written: `finish` says why.
  bool add(const tables::RowBatch& batch) {
    for (std::size_t row = 0; row < batch.size() && is_open_; ++row) {
      for (std::size_t i = 1; i < width_; ++i) add_cell(out_, i, batch, batch.at(row, i, width_));
      is_open_ = out_.end_row();
    }
    return is_open_;
  }
  Result<void> finish() {
    out_.finish();
    return file_.commit();
  }

 private:
  TableFile(const tables::Table& table, const Metadata& metadata, AtomicFile file)
      : file_(std::move(file)),
        width_(table.columns.size()),
        out_(columns_of(table), metadata, [this](Bytes bytes) { return file_.write(bytes); }) {}

  static std::vector<parquet::Column> columns_of(const tables::Table& table) {
    std::vector<parquet::Column> columns;
    for (const tables::Column& column : table.columns.subspan(1)) {
      columns.push_back({std::string(column.name), parquet_type(column.type)});
    }
    return columns;
  }

  AtomicFile file_;
  std::size_t width_;
  bool is_open_ = true;
  parquet::Writer out_;  ///< last: it writes to the file
};

/// Asks a session for the tables of one recording and writes them below a folder.
class TablesWriter {
 public:
  TablesWriter(tables::TableSession& session, std::shared_ptr<const Recording> recording,
               std::string stem, std::string fingerprint, fs::path folder)
      : session_(session),
        recording_(std::move(recording)),
        stem_(std::move(stem)),
        metadata_{{std::string(kFingerprint), std::move(fingerprint)}},
        folder_(std::move(folder)),
        problems_(recording_->problems()) {
    session_.tell_damage = [this](std::size_t, FrameIndex, const std::vector<Problem>& found) {
      for (const Problem& problem : found) fold_into(problems_, problem);
    };
  }
  TablesWriter(const TablesWriter&) = delete;
  TablesWriter& operator=(const TablesWriter&) = delete;

  /// Of all tables; frames are decoded once for those that need them, on `threads` more threads,
  /// and before the others: these say whether all could be decoded.
  Result<void> write(unsigned threads) {
    auto written = write_frame_tables(threads);
    if (!written) return written;
    if (status_of(problems_) != ExitStatus::done) metadata_.emplace_back(kIsDamaged, "yes");
    for (const tables::Table& table : tables::all_tables().first(tables::kStoredTables)) {
      if (tables::is_of_frames(table.id)) continue;
      written = write_index_table(table);
      if (!written) return written;
    }
    if (session_.is_stopped()) return failure(stopped());
    return written;
  }
  /// What is wrong with the recording, once it is written.
  const std::vector<Problem>& problems() const { return problems_; }

  static Problem stopped() { return fatal_problem("stopped", "Interrupted."); }

 private:
  Result<std::unique_ptr<TableFile>> file_of(const tables::Table& table) const {
    return TableFile::create(table, metadata_, folder_ / table.name / ("recording=" + stem_));
  }
  tables::RowRequest request_of(const tables::Table& table) const {
    tables::RowRequest request = session_.request(table.id, 0, recording_);
    request.columns = tables::ColumnSlots::all(table.columns.size());
    return request;
  }

  Result<void> write_index_table(const tables::Table& table) {
    auto file = file_of(table);
    if (!file) return failure(std::move(file.error()));
    const auto rows = tables::open_rows(request_of(table), session_.cursors, session_.is_stopped);
    const tables::RowBatch* batch = rows->next();
    while (batch != nullptr && (*file)->add(*batch)) batch = rows->next();
    return (*file)->finish();
  }

  Result<void> write_frame_tables(unsigned threads) {
    std::vector<tables::RowRequest> requests;
    std::vector<std::unique_ptr<TableFile>> files;
    for (const tables::Table& table : tables::all_tables().first(tables::kStoredTables)) {
      if (!tables::is_of_frames(table.id)) continue;
      auto file = file_of(table);
      if (!file) return failure(std::move(file.error()));
      files.push_back(std::move(*file));
      requests.push_back(request_of(table));
    }
    const auto pass = tables::open_frame_pass(std::move(requests), session_.cursors,
                                              session_.is_stopped, threads);
    bool is_open = true;
    while (is_open) {
      const std::span<const tables::RowBatch> rows = pass->next();
      if (rows.empty()) break;
      for (std::size_t i = 0; i < rows.size(); ++i) is_open = files[i]->add(rows[i]) && is_open;
    }
    for (const auto& file : files) {
      auto finished = file->finish();
      if (!finished) return finished;
    }
    return {};
  }

  tables::TableSession& session_;
  std::shared_ptr<const Recording> recording_;
  std::string stem_;
  Metadata metadata_;
  fs::path folder_;
  std::vector<Problem> problems_;
};

/// Puts what was written beside into its place, `recordings` last: what stopped before is not
/// passed over the next time.
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

/// Writes recordings, several at a time, each whole into its place as soon as it is done: what
/// stops on the way is gone on with the next time.
class FleetExport {
 public:
  FleetExport(const ExportOptions& options, FileSet& files, fs::path target, fs::path beside,
              const Console& console)
      : options_(options),
        files_(files),
        target_(std::move(target)),
        beside_(std::move(beside)),
        console_(console),
        stems_(stems_of(options.files)),
        at_once_(std::min<unsigned>(helper_threads() + 1,
                                    static_cast<unsigned>(options.files.size()))) {}

  ExitStatus run(Console& console);

 private:
  struct Job {
    std::size_t number = 0;
    std::shared_ptr<const Recording> read_before = {};  ///< of standard input
    bool is_written = false;
    bool is_there = false;  ///< it was written before
    bool is_failure_told = false;
    std::vector<Problem> problems = {};  ///< of a recording that was written
    std::optional<Problem> failure = {};
    std::string told = {};  ///< lines for standard error
  };

  std::optional<std::uint64_t> claim(Job& job);
  void work(Job& job);
  Result<void> write(Job& job, Console& console);
  /// What is there already of it; nothing where it is to be written. Errors: "other-recording"
  /// where another one is in its place.
  Result<std::optional<Written>> known(const std::string& fingerprint,
                                       const std::string& stem) const;
  void tell_counts(std::size_t written, std::size_t there, Console& console) const;

  const ExportOptions& options_;
  FileSet& files_;
  const fs::path target_;
  const fs::path beside_;
  const Console console_;  ///< of threads: what shows progress changes meanwhile
  const std::vector<std::string> stems_;
  const unsigned at_once_;
  std::size_t next_ = 0;
  std::atomic<bool> ends_{false};
};

std::optional<std::uint64_t> FleetExport::claim(Job& job) {
  if (next_ == options_.files.size() || ends_ || interrupted()) return std::nullopt;
  job = {.number = next_++};
  if (options_.files[job.number] != "-") return 0;
  auto opened = files_.open(job.number);
  if (opened) {
    job.read_before = std::move(*opened);
  } else {
    job.failure = std::move(opened.error());
  }
  return 0;
}

void FleetExport::work(Job& job) {
  if (job.failure) return;
  Console console = console_.held_in(job.told);
  auto written = write(job, console);
  if (written) return;
  job.failure = std::move(written.error());
  // What is wrong with one recording is no reason to leave out others.
  ends_ = ends_ || job.failure->code == "not-writable" || job.failure->code == "stopped";
}

Result<std::optional<Written>> FleetExport::known(const std::string& fingerprint,
                                                  const std::string& stem) const {
  auto before = written_before(target_, stem);
  if (before && before->fingerprint == fingerprint) {
    // Where a table was taken away all are written anew.
    const auto is_there = [&](const tables::Table& table) {
      std::error_code error;
      return fs::exists(target_ / table.name / ("recording=" + stem) / kPart, error);
    };
    const bool has_all =
        std::ranges::all_of(tables::all_tables().first(tables::kStoredTables), is_there);
    if (!has_all) before.reset();
    return before;
  }
  if (!before || options_.replace) return std::nullopt;
  return failure(fatal_problem(
      "other-recording",
      "\"" + (target_ / ("*/recording=" + stem)).string() +
          "\" holds another recording of that name, or this one before it changed or was read in "
          "another way; --replace replaces it"));
}

Result<void> FleetExport::write(Job& job, Console& console) {
  const std::string& stem = stems_[job.number];
  Input input{.file = options_.files[job.number], .recording = nullptr};
  std::shared_ptr<const Recording> recording = job.read_before;
  if (recording == nullptr) {
    input = open_input(input.file, options_.common, console);
    if (input.recording == nullptr) {
      job.is_failure_told = true;
      return failure(std::move(*input.failure));
    }
    recording = input.recording;
  }
  const std::string fingerprint = fingerprint_of(*recording, options_.common);
  const auto before = known(fingerprint, stem);
  if (!before) return failure(before.error());
  if (*before) {
    job.is_there = true;
    if ((*before)->is_damaged) {
      job.problems.push_back({.severity = Severity::error,
                              .code = "damaged",
                              .message = "It has errors, which were reported when it was written; "
                                         "scrubjay verify lists them again."});
    }
    return {};
  }
  if (job.read_before == nullptr) {
    if (!index_input(input, console)) {
      job.is_failure_told = input.failure.has_value();
      return failure(input.failure.value_or(TablesWriter::stopped()));
    }
    recording = input.recording;
  }
  tables::OneRecording set(input.file, recording);
  tables::TableSession session{.recordings = set, .coordinates = options_.common.coordinates};
  session.is_stopped = [this] { return interrupted() || ends_; };
  TablesWriter writer(session, recording, stem, fingerprint, beside_);
  auto written = writer.write((helper_threads() + 1) / at_once_ - 1);
  if (!written) return written;
  job.problems = writer.problems();
  add_lost_bytes(*recording, job.problems);
  job.is_written = true;
  return move_tables(beside_, target_, stem);
}

ExitStatus FleetExport::run(Console& console) {
  ExitStatus status = ExitStatus::done;
  std::size_t written = 0;
  std::size_t there = 0;
  bool is_failed = false;
  OrderedPipeline<Job> pipeline(
      at_once_ - 1, [this](Job& job) { return claim(job); },
      [this] { return [this](Job& job) { work(job); }; });
  std::size_t taken = 0;
  while (Job* job = pipeline.take()) {
    console.progress("exporting", ++taken, options_.files.size(), "recordings");
    const std::string& file = options_.files[job->number];
    console.tell(job->told);
    console.report(file, job->problems);
    status = worse(status, status_of(job->problems));
    if (job->is_written && !job->failure) ++written;
    if (job->is_there) ++there;
    if (!job->failure) continue;
    is_failed = true;
    // Those that were stopped because another one failed say nothing of it.
    if (job->failure->code != "stopped" && !job->is_failure_told) {
      console.report_failure(file, *job->failure);
    }
  }
  console.end_progress();
  tell_counts(written, there, console);
  return is_failed || interrupted() ? ExitStatus::nothing_done : status;
}

void FleetExport::tell_counts(std::size_t written, std::size_t there, Console& console) const {
  const std::size_t all = options_.files.size();
  std::string text = counted_text(written, "recording") + " written";
  if (there > 0) text += ", " + grouped_digits(there) + " there already";
  if (written + there < all) text += ", " + grouped_digits(all - written - there) + " not";
  console.note(text);
}

}  // namespace

ExitStatus run_export_parquet(const ExportOptions& options, Console& console) {
  FileSet files(options.files, options.common, console);
  const fs::path target = without_slash(options.target);
  const auto beside = WorkFolder::beside(target);
  if (!beside) {
    console.report_failure(options.target, not_written(target, "no folder can be made beside it"));
    return ExitStatus::nothing_done;
  }
  return FleetExport(options, files, target, beside->path(), console).run(console);
}

}  // namespace scrubjay::cli
