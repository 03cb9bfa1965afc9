#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/tables/query.h"
#include "analysis/tables/session.h"
#include "analysis/tables/value_history.h"
#include "app/cli/input.h"
#include "app/shared/exit_status.h"

namespace scrubjay::cli {

/// The recordings that a command asks by their tables, opened as needed: of many only the few used
/// last stay open. What is wrong with those that were opened is told once.
class FileSet final : public tables::RecordingSet {
 public:
  FileSet(std::vector<std::string> files, const CommonOptions& common, Console& console)
      : files_(std::move(files)), common_(common), console_(console) {}

  /// Looks whether all of them are recordings. Why not is told on standard error, and as JSON where
  /// that is asked for.
  ExitStatus check(bool is_json);
  /// One that cannot be opened.
  struct Unread {
    std::string file;
    Problem problem;
    ExitStatus status;  ///< of a command that cannot go on without it
  };
  /// Takes those out that cannot be opened; why is told on standard error. Before any other call.
  std::vector<Unread> take_out_unread();
  /// Done, or has_errors where an opened recording has such problems, which are told here.
  ExitStatus conclude();
  /// As TableSession::tell_damage; of a frame that is decoded again nothing is added.
  void add_damage(std::size_t recording, FrameIndex frame, const std::vector<Problem>& problems);
  /// What the index pass, and decoding until now, find wrong with one; it is opened for that where
  /// it never was.
  std::vector<Problem> problems(std::size_t recording);

  std::size_t size() const override { return files_.size(); }
  std::string file(std::size_t recording) const override { return files_[recording]; }
  Result<std::shared_ptr<const Recording>> open(std::size_t recording) override;

 private:
  static constexpr std::size_t kMostOpen = 8;

  /// Adds the problem that an open one was cut, if it was.
  void look_for_lost_bytes(std::size_t recording);
  /// Why one cannot be opened; nothing where it can.
  std::optional<Unread> look_at(std::size_t recording);

  std::vector<std::string> files_;
  const CommonOptions& common_;
  Console& console_;
  std::map<std::size_t, Input> open_;
  std::deque<std::size_t> used_;                          ///< the one used last at the end
  std::map<std::size_t, std::vector<Problem>> problems_;  ///< of those that were opened
  std::map<std::size_t, std::set<FrameIndex>> damaged_;   ///< frames whose problems are known
};

/// All that queries over a command's recordings need.
class TableDesk {
 public:
  /// `timeout` from now on; none: no bound of time.
  TableDesk(const std::vector<std::string>& files, const CommonOptions& common,
            std::optional<double> timeout, Console& console);

  FileSet& files() { return files_; }
  tables::TableSession& session() { return session_; }
  /// As tables::Query::prepare().
  Result<std::unique_ptr<tables::Query>> prepare(std::string_view sql,
                                                 std::vector<std::string>* absent = nullptr);
  /// As tables::visit_changes().
  Result<tables::Query::Step> visit_changes(
      const tables::ChangesRequest& request,
      const std::function<bool(const tables::ValueChange&)>& visit) {
    return tables::visit_changes(session_, request, visit);
  }
  /// As tables::paths_of(), of the first recording.
  Result<std::vector<std::string>> paths_of(const std::vector<EntityIndex>& entities) {
    return tables::paths_of(session_, 0, entities);
  }
  /// The bound of time was reached.
  bool is_late() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<Clock::time_point> deadline_;
  FileSet files_;
  tables::TableSession session_;
  tables::StatePaths paths_;
  Console& console_;
};

/// What a problem of a query means: a wrong query is wrong usage, a recording that does not open is
/// nothing to go on with.
ExitStatus status_of_query(const Problem& problem);

}  // namespace scrubjay::cli
