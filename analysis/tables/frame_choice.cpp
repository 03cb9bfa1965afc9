#include <algorithm>

#include "analysis/tables/row_source.h"

namespace scrubjay::tables {

namespace {

/// Beyond so many entities their lives are not looked up.
constexpr std::size_t kMostLives = 4096;

/// Sorted, and those that touch joined.
void join_runs(std::vector<FrameRun>& runs) {
  std::ranges::sort(runs, {}, &FrameRun::first);
  std::vector<FrameRun> joined;
  for (const FrameRun& run : runs) {
    if (run.first >= run.end) continue;
    if (joined.empty() || run.first > joined.back().end) {
      joined.push_back(run);
    } else {
      joined.back().end = std::max(joined.back().end, run.end);
    }
  }
  runs = std::move(joined);
}

std::vector<FrameRun> in_both(const std::vector<FrameRun>& a, const std::vector<FrameRun>& b) {
  std::vector<FrameRun> both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const FrameRun run{std::max(a[i].first, b[j].first), std::min(a[i].end, b[j].end)};
    if (run.first < run.end) both.push_back(run);
    ++(a[i].end < b[j].end ? i : j);
  }
  return both;
}

/// By frame and time.
FrameRun run_of(const Timeline& timeline, const RowRequest& request) {
  const RowFilter& filter = request.filter;
  const auto time = [&](std::size_t i) { return timeline.time(FrameIndex(i)) + request.offset; };
  FrameRun run{0, timeline.size()};
  if (filter.time.begin > -RowFilter::kInfinity) {
    run.first =
        partition_row(timeline.size(), [&](std::size_t i) { return time(i) < filter.time.begin; });
  }
  if (filter.time.end < RowFilter::kInfinity) {
    run.end =
        partition_row(timeline.size(), [&](std::size_t i) { return time(i) <= filter.time.end; });
  }
  run.first = std::max<std::uint64_t>(run.first, filter.first_frame);
  if (filter.last_frame < run.end) run.end = filter.last_frame + 1;
  return run;
}

}  // namespace

std::size_t ChosenFrames::count() const {
  std::size_t count = 0;
  for (const FrameRun& run : runs) count += run.end - run.first;
  return count;
}

ChosenFrames choose_frames(const Recording& recording, const RowRequest& request) {
  ChosenFrames chosen;
  const RowFilter& filter = request.filter;
  if (filter.is_empty) return chosen;
  chosen.runs = {run_of(recording.timeline(), request)};
  if (chosen.runs[0].first >= chosen.runs[0].end) chosen.runs.clear();
  if (filter.frames) {
    std::vector<FrameRun> named;
    for (const std::uint64_t frame : *filter.frames) {
      if (frame < recording.frame_count()) named.push_back({frame, frame + 1});
    }
    join_runs(named);
    chosen.runs = in_both(chosen.runs, named);
  }
  if (!filter.entities || filter.entities->size() > kMostLives) return chosen;
  std::vector<FrameRun> alive;
  std::vector<Lifetime> lives;
  bool is_one_stream = true;
  for (const std::uint64_t row : *filter.entities) {
    if (row >= recording.entity_count()) continue;
    const EntityIndex entity(row);
    const StreamIndex stream = recording.entity(entity).stream;
    is_one_stream = is_one_stream && (!chosen.only || *chosen.only == stream);
    chosen.only = stream;
    recording.lifetimes_of(entity, lives);
    for (const Lifetime& life : lives) {
      alive.push_back({life.first.value, std::size_t{life.last.value} + 1});
    }
  }
  if (!is_one_stream) chosen.only.reset();
  join_runs(alive);
  chosen.runs = in_both(chosen.runs, alive);
  return chosen;
}

}  // namespace scrubjay::tables
