#include "app/viewer/found/value_history.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrubjay {

namespace {

/// Frames read at first, and the most at once; in between as many as take about this long.
constexpr std::size_t kLeastFrames = 16;
constexpr std::size_t kMostFrames = 4096;
constexpr std::chrono::milliseconds kOnePart{100};

}  // namespace

void ValueHistory::forget() {
  known_ = {};
  changes_.clear();
  ++wanted_;
}

void ValueHistory::want(const HistoryOf& of, FrameIndex around, Background& background) {
  bool is_new = false;
  bool is_behind_now = false;
  {
    const std::lock_guard lock(mutex_);
    const bool is_known =
        around.exists() && around.value >= known_.first && around.value <= known_.end;
    is_new = of != of_ || (reach_ == HistoryReach::neighbours && known_.end > 0 && !is_known);
    if (is_new) {
      of_ = of;
      is_stopped_ = false;
      forget();
    } else if (reach_ == HistoryReach::neighbours && is_cut()) {
      forget();
    }
    around_ = around;
    is_behind_now = is_behind();
  }
  if (!scan_) {
    if (!is_behind_now) return;
    scan_.emplace(background, [this](const auto& cancelled, const auto& report) {
      return scan(cancelled, report);
    });
  }
  if (is_new) {
    scan_->restart();
  } else if (is_behind_now) {
    scan_->go_on();
  }
}

void ValueHistory::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  ++wanted_;
}

bool ValueHistory::is_ready() const {
  return of_.recording != nullptr && of_.recording->is_indexed() && !of_.recording->is_preview();
}

std::size_t ValueHistory::frame_count() const {
  return is_ready() ? of_.recording->frame_count() : 0;
}

bool ValueHistory::has_before() const {
  return !changes_.empty() && changes_.front().change.frame < around_;
}

bool ValueHistory::has_after() const {
  return !changes_.empty() && changes_.back().change.frame > around_;
}

/// The frames to be read next; none where all is known.
std::optional<ValueHistory::Part> ValueHistory::next_part(std::size_t frames) const {
  const std::size_t count = frame_count();
  if (count == 0 || !of_.entity.exists() || !around_.exists() || is_stopped_) return std::nullopt;
  if (reach_ == HistoryReach::all && is_cut()) return std::nullopt;
  const std::size_t around = std::min<std::size_t>(around_.value, count - 1);
  if (known_.end == 0) {
    return Part{around - std::min(around, kLeastFrames),
                std::min(count, around + kLeastFrames + 1)};
  }
  const bool is_all = reach_ == HistoryReach::all;
  const bool wants_before = known_.first > 0 && (is_all || !has_before());
  const bool wants_after = known_.end < count && (is_all || !has_after());
  if (!wants_before && !wants_after) return std::nullopt;
  // From where somebody looks to both sides alike.
  const std::size_t reached_before = around - std::min(around, known_.first);
  const std::size_t reached_after = known_.end - std::min(around, known_.end);
  const bool is_before = wants_before && (!wants_after || reached_before < reached_after);
  return is_before ? Part{known_.first - std::min(known_.first, frames), known_.first}
                   : Part{known_.end, std::min(count, known_.end + frames)};
}

bool ValueHistory::scan(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
  HistoryOf of;
  std::uint64_t wanted = 0;
  {
    const std::lock_guard lock(mutex_);
    of = of_;
    wanted = wanted_;
    if (!is_behind()) return false;
  }
  tables::OneRecording recordings(of.recording->file().path(), of.recording);
  tables::TableSession session{.recordings = recordings, .coordinates = of.coordinates};
  session.is_stopped = [&cancelled] { return cancelled.load(); };
  std::optional<tables::EventsBefore> events;
  if (reach_ == HistoryReach::all) {
    events.emplace(of.recording, std::vector{of.entity}, of.coordinates);
  }
  std::size_t frames = kLeastFrames;
  while (!cancelled.load()) {
    Part part;
    {
      const std::lock_guard lock(mutex_);
      if (wanted != wanted_) return true;
      const auto next = next_part(frames);
      if (!next) return false;
      part = *next;
    }
    std::vector<Entry> found;
    const auto begun = std::chrono::steady_clock::now();
    const auto step = tables::visit_changes(session,
                                            {.entities = {of.entity},
                                             .path = of.path,
                                             .is_of_place = of.is_of_place,
                                             .first = part.first,
                                             .end = part.end},
                                            [&](const tables::ValueChange& change) {
                                              found.push_back({change, {}});
                                              if (events)
                                                found.back().events =
                                                    events->find(change.frame, change.time);
                                              return !cancelled.load();
                                            });
    if (cancelled.load()) return true;
    const auto took = std::chrono::steady_clock::now() - begun;
    if (took < kOnePart / 2) frames = std::min(frames * 2, kMostFrames);
    if (took > kOnePart * 2) frames = std::max(frames / 2, kLeastFrames);
    {
      const std::lock_guard lock(mutex_);
      if (wanted != wanted_) return true;
      if (!step) {
        is_stopped_ = true;
        return false;
      }
      const bool is_before = known_.end > 0 && part.end == known_.first;
      changes_.insert(is_before ? changes_.begin() : changes_.end(),
                      std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
      known_ = known_.end == 0
                   ? part
                   : Part{std::min(part.first, known_.first), std::max(part.end, known_.end)};
    }
    report();
  }
  return true;
}

float ValueHistory::Found::share() const {
  const std::size_t count = history_.frame_count();
  if (count == 0) return 0;
  return static_cast<float>(history_.known_.end - history_.known_.first) /
         static_cast<float>(count);
}

const ValueHistory::Entry* ValueHistory::Found::last_until(FrameIndex frame) const {
  const auto after = std::ranges::partition_point(
      changes(), [&](const Entry& entry) { return entry.change.frame <= frame; });
  return after == changes().begin() ? nullptr : &*std::prev(after);
}

const ValueHistory::Entry* ValueHistory::Found::first_after(FrameIndex frame) const {
  const auto after = std::ranges::partition_point(
      changes(), [&](const Entry& entry) { return entry.change.frame <= frame; });
  return after == changes().end() ? nullptr : &*after;
}

bool ValueHistory::Found::knows_until(FrameIndex frame) const {
  const Part& known = history_.known_;
  if (known.end == 0 || frame.value >= known.end || frame.value < known.first) return false;
  return known.first == 0 || last_until(frame) != nullptr;
}

bool ValueHistory::Found::knows_after(FrameIndex frame) const {
  const Part& known = history_.known_;
  if (known.end == 0 || frame.value + 1 < known.first || frame.value >= known.end) return false;
  return known.end >= history_.frame_count() || first_after(frame) != nullptr;
}

}  // namespace scrubjay
