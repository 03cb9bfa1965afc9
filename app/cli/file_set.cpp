#include "app/cli/file_set.h"

#include <algorithm>
#include <utility>

#include "app/cli/interrupt.h"

namespace scrubjay::cli {

std::optional<FileSet::Unread> FileSet::look_at(std::size_t recording) {
  Input looked_at;
  // Standard input is read once, and stays.
  const bool stays = size() == 1 || files_[recording] == "-";
  if (stays) {
    if (open(recording)) return std::nullopt;
  } else {
    looked_at = open_input(files_[recording], common_, console_);
    if (looked_at.recording != nullptr) return std::nullopt;
  }
  const Input& input = stays ? open_[recording] : looked_at;
  return Unread{files_[recording],
                input.failure.value_or(fatal_problem("stopped", "It was interrupted.")),
                status_of_unread(input)};
}

ExitStatus FileSet::check(bool is_json) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto unread = look_at(i);
    if (!unread) continue;
    if (is_json && unread->problem.code != "stopped") print_failure(unread->problem, console_);
    return unread->status;
  }
  return ExitStatus::done;
}

std::vector<FileSet::Unread> FileSet::take_out_unread() {
  std::vector<Unread> all;
  for (std::size_t i = 0; i < files_.size();) {
    auto unread = look_at(i);
    if (!unread) {
      ++i;
      continue;
    }
    all.push_back(std::move(*unread));
    open_.erase(i);
    std::erase(used_, i);
    files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return all;
}

Result<std::shared_ptr<const Recording>> FileSet::open(std::size_t recording) {
  std::erase(used_, recording);
  used_.push_back(recording);
  Input& input = open_[recording];
  if (input.recording == nullptr) {
    input.file = files_[recording];
    if (!load_input(input, common_, console_)) {
      return failure(input.failure.value_or(fatal_problem("stopped", "It was interrupted.")));
    }
    problems_.try_emplace(recording, input.recording->problems());
    for (auto oldest = used_.begin(); open_.size() > kMostOpen && oldest != used_.end();) {
      const bool goes = files_[*oldest] != "-" && open_.contains(*oldest);
      if (goes) {
        look_for_lost_bytes(*oldest);
        open_.erase(*oldest);
      }
      oldest = goes ? used_.erase(oldest) : std::next(oldest);
    }
  }
  return input.recording;
}

void FileSet::look_for_lost_bytes(std::size_t recording) {
  const auto& opened = open_.at(recording).recording;
  if (opened != nullptr) add_lost_bytes(*opened, problems_.at(recording));
}

ExitStatus FileSet::conclude() {
  for (const auto& [recording, input] : open_) look_for_lost_bytes(recording);
  ExitStatus status = ExitStatus::done;
  for (const auto& [recording, problems] : problems_) {
    console_.report(files_[recording], problems);
    status = worse(status, status_of(problems));
  }
  return status;
}

void FileSet::add_damage(std::size_t recording, FrameIndex frame,
                         const std::vector<Problem>& problems) {
  if (!damaged_[recording].insert(frame).second) return;
  for (const Problem& problem : problems) fold_into(problems_[recording], problem);
}

std::vector<Problem> FileSet::problems(std::size_t recording) {
  if (!problems_.contains(recording)) {
    if (const auto opened = open(recording); !opened) return {opened.error()};
  }
  if (open_.contains(recording)) look_for_lost_bytes(recording);
  return problems_.at(recording);
}

TableDesk::TableDesk(const std::vector<std::string>& files, const CommonOptions& common,
                     std::optional<double> timeout, Console& console)
    : files_(files, common, console),
      session_{.recordings = files_, .coordinates = common.coordinates},
      paths_(session_),
      console_(console) {
  if (timeout) {
    constexpr double kLongest = 1e9;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(*timeout, kLongest)));
  }
  session_.is_stopped = [this] { return interrupted().load() || is_late(); };
  session_.tell_damage = [this](std::size_t recording, FrameIndex frame,
                                const std::vector<Problem>& problems) {
    files_.add_damage(recording, frame, problems);
  };
}

bool TableDesk::is_late() const { return deadline_ && Clock::now() >= *deadline_; }

Result<std::unique_ptr<tables::Query>> TableDesk::prepare(std::string_view sql,
                                                          std::vector<std::string>* absent) {
  auto query = tables::Query::prepare(session_, paths_, sql, absent);
  if (query && (*query)->columns_left_out() > 0) {
    console_.note(
        "state has more columns than SQLite holds: those that the query names come "
        "first, " +
        std::to_string((*query)->columns_left_out()) + " are left out");
  }
  return query;
}

ExitStatus status_of_query(const Problem& problem) {
  return problem.code == "query" ? ExitStatus::wrong_usage : ExitStatus::nothing_done;
}

}  // namespace scrubjay::cli
