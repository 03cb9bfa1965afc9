#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "analysis/tables/row_source.h"
#include "analysis/tables/stream_frames.h"
#include "core/concurrency/ordered_pipeline.h"
#include "core/concurrency/run_lengths.h"

namespace scrubjay::tables {

namespace {

/// So many frames are read before other threads are asked to help.
constexpr std::size_t kAlone = 4;
constexpr std::size_t kLongestRun = 32;
/// What waits for its turn, in all: rows of a large frame are a megabyte.
constexpr std::size_t kMostWaiting = std::size_t{8} << 20;

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

using AllFrameRows = std::vector<std::unique_ptr<FrameRows>>;  ///< one a table

/// One cursor, or two for each stream that take turns: then the stream's frame before is still
/// there.
class Cursors {
 public:
  /// Beyond so many streams their frames are copied (StreamFrames), which takes less memory.
  static constexpr std::size_t kMostStreams = 4;

  /// `request` must outlive it.
  Cursors(const RowRequest& request, bool takes_turns)
      : request_(request), takes_turns_(takes_turns) {}

  const Frame& seek(FrameIndex frame, const AllFrameRows& all) {
    if (!takes_turns_) return of_stream_[0].seek(request_, frame);
    const Timeline& timeline = request_.recording->timeline();
    Turns& turns = of_stream_[timeline.stream(frame).value];
    const FrameIndex before = timeline.frame_before(frame);
    const Frame* const last = before.exists() ? &turns.seek(request_, before) : nullptr;
    for (const auto& rows : all) rows->set_before(last);
    turns.turn = 1 - turns.turn;
    return turns.seek(request_, frame);
  }

 private:
  struct Turns {
    std::array<std::optional<Cursor>, 2> cursors;
    std::size_t turn = 0;

    const Frame& seek(const RowRequest& request, FrameIndex frame) {
      std::optional<Cursor>& cursor = cursors[turn];
      if (!cursor) {
        cursor.emplace(request.recording);
        cursor->set_coordinates(request.coordinates);
        cursor->want(request.only_entities());
      }
      return cursor->seek(frame);
    }
  };

  const RowRequest& request_;
  bool takes_turns_;
  std::array<Turns, kMostStreams> of_stream_;
};

class DecodingPass final : public FramePass {
 public:
  DecodingPass(std::vector<RowRequest> requests, IdleCursors& cursors,
               std::function<bool()> is_stopped, unsigned threads)
      : requests_(std::move(requests)),
        first_(requests_.front()),
        cursors_(cursors),
        is_stopped_(std::move(is_stopped)),
        walk_(first_.recording->timeline(), choose_frames(*first_.recording, first_)),
        helpers_(threads),
        most_jobs_(OrderedPipeline<Job>::most_jobs(helpers_)),
        lengths_(most_jobs_, kLongestRun, kMostWaiting) {}

  ~DecodingPass() override {
    ends_.store(true, std::memory_order_relaxed);
    pipeline_.reset();
    if (cursor_) cursors_.give_back(std::move(cursor_));
  }

  std::span<const RowBatch> next() override {
    while (!is_stopped()) {
      if (job_ != nullptr && job_->at < job_->end) {
        clear(*job_);
        make(*job_, own_cursor(job_->at), own_rows());
      } else if (!begin_next()) {
        return {};
      }
      tell_damage(*job_);
      if (bytes_of(*job_) > 0) return job_->rows;
    }
    return {};
  }

 private:
  /// Frames in a row and their rows, as far as there was room: on from `at`, `table` and `part`.
  struct Job {
    std::size_t at = 0;
    std::size_t end = 0;
    std::size_t table = 0;
    std::size_t part = 0;
    std::vector<RowBatch> rows;  ///< one a table
    std::size_t looked_at = 0;   ///< of the frames before what is wrong is known
    std::vector<std::pair<FrameIndex, std::vector<Problem>>> damage = {};
  };

  static std::size_t bytes_of(const Job& job) {
    std::size_t bytes = 0;
    for (const RowBatch& rows : job.rows) bytes += rows.bytes();
    return bytes;
  }
  void clear(Job& job) const {
    job.rows.resize(requests_.size());
    for (RowBatch& rows : job.rows) rows.clear();
    job.damage.clear();
  }

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
    if (!pipeline_) {
      // What goes on from here has its own.
      rows_.clear();
      cursor_.reset();
      start_pipeline();
    }
    job_ = pipeline_->take();
    return job_ != nullptr;
  }

  bool claim(Job& job, std::size_t most) {
    const auto run = walk_.next(most);
    if (!run || is_stopped()) return false;
    job.at = run->first;
    job.end = run->end;
    job.table = 0;
    job.part = 0;
    job.looked_at = run->first;
    clear(job);
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
        std::optional<Cursors> cursors;
        AllFrameRows rows;
      };
      return [this, tools = std::make_shared<Tools>()](Job& job) {
        if (!tools->cursors) {
          tools->rows = make_rows();
          tools->cursors.emplace(first_, looks_back(tools->rows));
        }
        const std::size_t first = job.at;
        make(job, *tools->cursors, tools->rows);
        lengths_.add(std::max<std::size_t>(job.at - first, 1), bytes_of(job));
      };
    };
    const auto helpers = static_cast<unsigned>(std::min<std::size_t>(helpers_, walk_.left() / 2));
    pipeline_.emplace(helpers, claim_job, make_work);
  }

  AllFrameRows make_rows() const {
    AllFrameRows all;
    for (const RowRequest& request : requests_) all.push_back(make_frame_rows(request));
    return all;
  }

  bool looks_back(const AllFrameRows& all) const {
    return first_.recording->timeline().stream_count() <= Cursors::kMostStreams &&
           std::ranges::any_of(all, [](const auto& rows) { return rows->looks_back(); });
  }

  void make(Job& job, Cursor& cursor, const AllFrameRows& all) const {
    make(job, all,
         [&](std::size_t frame) -> const Frame& { return cursor.seek(FrameIndex(frame)); });
  }
  void make(Job& job, Cursors& cursors, const AllFrameRows& all) const {
    make(job, all,
         [&](std::size_t frame) -> const Frame& { return cursors.seek(FrameIndex(frame), all); });
  }
  template <class Seek>
  void make(Job& job, const AllFrameRows& all, Seek seek) const {
    for (; job.at < job.end && !is_stopped(); ++job.at) {
      if (walk_.is_wanted(job.at) && !add_rows(job, seek(job.at), all)) return;
      job.table = 0;
    }
  }
  static void note_damage(Job& job, const Frame& frame) {
    if (job.looked_at > job.at) return;
    job.looked_at = job.at + 1;
    if (frame.problems.empty()) return;
    auto& problems = job.damage.emplace_back(frame.index, frame.problems).second;
    for (Problem& problem : problems) {
      if (!problem.frame) problem.frame = frame.index;
    }
  }
  void tell_damage(const Job& job) const {
    if (!first_.tell_damage) return;
    for (const auto& [frame, problems] : job.damage) first_.tell_damage(frame, problems);
  }

  /// False where there was no room for all.
  bool add_rows(Job& job, const Frame& frame, const AllFrameRows& all) const {
    note_damage(job, frame);
    const std::size_t most = kMostWaiting / most_jobs_ / all.size();
    for (; job.table < all.size(); ++job.table, job.part = 0) {
      RowBatch& rows = job.rows[job.table];
      job.part = all[job.table]->add(frame, job.part, most, rows);
      if (job.part != FrameRows::kDone) return false;
    }
    return true;
  }

  Cursor& own_cursor(std::size_t frame) {
    if (!cursor_) {
      cursor_ = cursors_.borrow(first_, FrameIndex(frame));
    }
    return *cursor_;
  }
  const AllFrameRows& own_rows() {
    if (rows_.empty()) rows_ = make_rows();
    return rows_;
  }

  const std::vector<RowRequest> requests_;
  const RowRequest& first_;
  IdleCursors& cursors_;
  const std::function<bool()> is_stopped_;
  FrameWalk walk_;
  const unsigned helpers_;
  const std::size_t most_jobs_;
  RunLengths lengths_;
  std::size_t alone_ = 0;
  std::unique_ptr<Cursor> cursor_;
  AllFrameRows rows_;
  Job own_job_;
  Job* job_ = nullptr;
  std::atomic<bool> ends_{false};
  std::optional<OrderedPipeline<Job>> pipeline_;  ///< last: its threads end before what they use
};

/// The one table of a pass.
class FrameSource final : public RowSource {
 public:
  explicit FrameSource(std::unique_ptr<FramePass> pass) : pass_(std::move(pass)) {}
  const RowBatch* next() override {
    const std::span<const RowBatch> rows = pass_->next();
    return rows.empty() ? nullptr : &rows.front();
  }

 private:
  std::unique_ptr<FramePass> pass_;
};

}  // namespace

std::unique_ptr<Cursor> IdleCursors::borrow(const RowRequest& request, FrameIndex frame) {
  const auto is_of_it = [&](const auto& cursor) {
    return &cursor->recording() == request.recording.get();
  };
  std::unique_ptr<Cursor> cursor;
  auto best = std::ranges::find_if(idle_, is_of_it);
  for (auto at = best; at != idle_.end(); ++at) {
    if (is_of_it(*at) && (*at)->frame().index == frame) best = at;
  }
  if (best != idle_.end()) {
    cursor = std::move(*best);
    idle_.erase(best);
  } else {
    cursor = std::make_unique<Cursor>(request.recording);
    cursor->set_coordinates(request.coordinates);
  }
  auto only = request.only_entities();
  // Who asks for other entities of the same frame will ask for further ones.
  const bool is_asked_again = cursor->frame().index == frame && cursor->frame().only != only;
  cursor->want(is_asked_again ? std::nullopt : std::move(only));
  return cursor;
}

void IdleCursors::give_back(std::unique_ptr<Cursor> cursor) {
  if (idle_.size() == kMost) idle_.erase(idle_.begin());
  idle_.push_back(std::move(cursor));
}

std::unique_ptr<FramePass> open_frame_pass(std::vector<RowRequest> requests, IdleCursors& cursors,
                                           std::function<bool()> is_stopped, unsigned threads) {
  return std::make_unique<DecodingPass>(std::move(requests), cursors, std::move(is_stopped),
                                        threads);
}

std::unique_ptr<RowSource> open_rows(RowRequest request, IdleCursors& cursors,
                                     std::function<bool()> is_stopped) {
  if (!is_of_frames(request.table)) return open_index_rows(std::move(request), cursors);
  std::vector<RowRequest> one;
  one.push_back(std::move(request));
  return std::make_unique<FrameSource>(
      open_frame_pass(std::move(one), cursors, std::move(is_stopped), helper_threads()));
}

}  // namespace scrubjay::tables
