#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/tables/row_source.h"
#include "core/concurrency/ordered_pipeline.h"
#include "core/concurrency/run_lengths.h"

namespace scrubjay::tables {

namespace {

/// So many frames are read before other threads are asked to help.
constexpr std::size_t kAlone = 4;
constexpr std::size_t kLongestRun = 32;
/// What waits for its turn, in all.
constexpr std::size_t kMostWaiting = std::size_t{32} << 20;

/// Goes through the chosen frames one by one.
class FrameWalk {
 public:
  FrameWalk(const Timeline& timeline, ChosenFrames chosen)
      : timeline_(timeline), chosen_(std::move(chosen)), left_(chosen_.count()) {
    if (!chosen_.runs.empty()) at_ = chosen_.runs[0].first;
  }

  std::size_t left() const { return left_; }
  bool is_wanted(std::size_t frame) const {
    return !chosen_.only || timeline_.stream(FrameIndex(frame)) == *chosen_.only;
  }
  /// At most so many that follow each other.
  std::optional<FrameRun> next(std::size_t most) {
    if (run_ == chosen_.runs.size()) return std::nullopt;
    const std::size_t end = chosen_.runs[run_].end;
    const FrameRun next{at_, std::min(at_ + most, end)};
    at_ = next.end;
    left_ -= next.end - next.first;
    if (at_ == end && ++run_ < chosen_.runs.size()) at_ = chosen_.runs[run_].first;
    return next;
  }

 private:
  const Timeline& timeline_;
  ChosenFrames chosen_;
  std::size_t left_;
  std::size_t run_ = 0;
  std::size_t at_ = 0;
};

class FrameSource final : public RowSource {
 public:
  FrameSource(RowRequest request, IdleCursors& cursors, std::function<bool()> is_stopped)
      : request_(std::move(request)),
        cursors_(cursors),
        is_stopped_(std::move(is_stopped)),
        walk_(request_.recording->timeline(), choose_frames(*request_.recording, request_)),
        helpers_(helper_threads()),
        most_jobs_(OrderedPipeline<Job>::most_jobs(helpers_)),
        lengths_(most_jobs_, kLongestRun, kMostWaiting) {}

  ~FrameSource() override {
    ends_.store(true, std::memory_order_relaxed);
    pipeline_.reset();
    if (cursor_) cursors_.give_back(std::move(cursor_));
  }

  const RowBatch* next() override {
    while (!is_stopped()) {
      if (job_ != nullptr && job_->at < job_->end) {
        job_->rows.clear();
        make(*job_, own_cursor(job_->at), own_rows());
      } else if (!begin_next()) {
        return nullptr;
      }
      if (job_->rows.size() > 0) return &job_->rows;
    }
    return nullptr;
  }

 private:
  /// Frames in a row and their rows, as far as there was room: on from `at` and `part`.
  struct Job {
    std::size_t at = 0;
    std::size_t end = 0;
    std::size_t part = 0;
    RowBatch rows;
  };

  bool is_stopped() const { return ends_.load(std::memory_order_relaxed) || is_stopped_(); }

  /// False behind the last frame.
  bool begin_next() {
    if (alone_ < kAlone) {
      ++alone_;
      if (!claim(own_job_, 1)) return false;
      job_ = &own_job_;
      make(own_job_, own_cursor(own_job_.at), own_rows());
      return true;
    }
    if (!pipeline_) start_pipeline();
    job_ = pipeline_->take();
    return job_ != nullptr;
  }

  bool claim(Job& job, std::size_t most) {
    const auto run = walk_.next(most);
    if (!run || is_stopped()) return false;
    job.at = run->first;
    job.end = run->end;
    job.part = 0;
    job.rows.clear();
    return true;
  }

  void start_pipeline() {
    const auto claim_job = [this](Job& job) -> std::optional<std::uint64_t> {
      if (walk_.left() == 0) return std::nullopt;
      return claim(job, lengths_.next(walk_.left())) ? std::optional<std::uint64_t>(0)
                                                     : std::nullopt;
    };
    const auto make_work = [this] {
      struct Tools {
        std::optional<Cursor> cursor;
        std::unique_ptr<FrameRows> rows;
      };
      return [this, tools = std::make_shared<Tools>()](Job& job) {
        if (!tools->rows) {
          tools->cursor.emplace(request_.recording);
          tools->cursor->set_coordinates(request_.coordinates);
          tools->rows = make_frame_rows(request_);
        }
        const std::size_t first = job.at;
        make(job, *tools->cursor, *tools->rows);
        lengths_.add(std::max<std::size_t>(job.at - first, 1), job.rows.bytes());
      };
    };
    const auto helpers = static_cast<unsigned>(
        std::min<std::size_t>(helpers_, walk_.left() / 2));
    pipeline_.emplace(helpers, claim_job, make_work);
  }

  void make(Job& job, Cursor& cursor, FrameRows& rows) const {
    const std::size_t most = kMostWaiting / most_jobs_;
    for (; job.at < job.end && !is_stopped(); ++job.at, job.part = 0) {
      if (!walk_.is_wanted(job.at)) continue;
      job.part = rows.add(cursor.seek(FrameIndex(job.at)), job.part, most, job.rows);
      if (job.part != FrameRows::kDone) return;
    }
  }

  Cursor& own_cursor(std::size_t frame) {
    if (!cursor_) {
      cursor_ = cursors_.borrow(request_.recording, request_.coordinates, FrameIndex(frame));
    }
    return *cursor_;
  }
  FrameRows& own_rows() {
    if (!rows_) rows_ = make_frame_rows(request_);
    return *rows_;
  }

  const RowRequest request_;
  IdleCursors& cursors_;
  const std::function<bool()> is_stopped_;
  FrameWalk walk_;
  const unsigned helpers_;
  const std::size_t most_jobs_;
  RunLengths lengths_;
  std::size_t alone_ = 0;
  std::unique_ptr<Cursor> cursor_;
  std::unique_ptr<FrameRows> rows_;
  Job own_job_;
  Job* job_ = nullptr;
  std::atomic<bool> ends_{false};
  std::optional<OrderedPipeline<Job>> pipeline_;  ///< last: its threads end before what they use
};

}  // namespace

std::unique_ptr<Cursor> IdleCursors::borrow(const std::shared_ptr<const Recording>& recording,
                                            const std::optional<CoordinateSystem>& coordinates,
                                            FrameIndex frame) {
  const auto is_of_it = [&](const auto& cursor) { return &cursor->recording() == recording.get(); };
  auto best = std::ranges::find_if(idle_, is_of_it);
  for (auto at = best; at != idle_.end(); ++at) {
    if (is_of_it(*at) && (*at)->frame().index == frame) best = at;
  }
  if (best != idle_.end()) {
    std::unique_ptr<Cursor> cursor = std::move(*best);
    idle_.erase(best);
    return cursor;
  }
  auto cursor = std::make_unique<Cursor>(recording);
  cursor->set_coordinates(coordinates);
  return cursor;
}

void IdleCursors::give_back(std::unique_ptr<Cursor> cursor) {
  if (idle_.size() == kMost) idle_.erase(idle_.begin());
  idle_.push_back(std::move(cursor));
}

std::unique_ptr<RowSource> open_frame_rows(RowRequest request, IdleCursors& cursors,
                                           std::function<bool()> is_stopped) {
  return std::make_unique<FrameSource>(std::move(request), cursors, std::move(is_stopped));
}

std::unique_ptr<RowSource> open_rows(RowRequest request, IdleCursors& cursors,
                                     std::function<bool()> is_stopped) {
  if (!is_of_frames(request.table)) return open_index_rows(std::move(request), cursors);
  return open_frame_rows(std::move(request), cursors, std::move(is_stopped));
}

}  // namespace scrubjay::tables
