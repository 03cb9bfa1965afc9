#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/session.h"
#include "app/viewer/ask/ask_rows.h"
#include "app/viewer/scenery/roads_below.h"
#include "core/concurrency/awaited.h"
#include "core/session.h"

namespace scrubjay {

/// A recording that is asked, as it stands in the session.
struct AskedRecording {
  std::shared_ptr<const Recording> recording;  ///< null once it was let go
  Seconds offset = 0;
  std::shared_ptr<RecordingOverRoads> roads = {};  ///< under it; null: none
};
std::vector<AskedRecording> asked_recordings(const Session& session, const RoadsBelow& roads);

/// What an answer is of: another one once the recording is read, or other roads lie under it.
struct AskedKey {
  const Recording* recording = nullptr;
  bool is_indexed = false;
  std::uint64_t roads = 0;  ///< RoadsBelow::version
  bool operator==(const AskedKey&) const = default;
};
std::vector<AskedKey> asked_keys(const Session& session, const RoadsBelow& roads);

/// Lets go of those that are open no more.
void forget_closed(std::vector<AskedRecording>& asked, const Session& session);

/// The place in the session of a recording that was asked; none where it is not open or not
/// visible.
std::optional<std::size_t> shown_place(std::uint32_t place,
                                       const std::vector<AskedRecording>& asked,
                                       const Session& session);
/// How far it was moved.
std::optional<Seconds> shown_offset(std::uint32_t place, const std::vector<AskedRecording>& asked,
                                    const Session& session);

/// Of items that have the place of their recording as `asked`, and are in order of it and then of
/// their own time: the first one after (+1) session time `t`, or of the last moment before it (-1).
/// Null where there is none that is shown. O(recordings * log(items)).
template <class Item>
const Item* neighbour_item(const std::vector<Item>& items, Seconds Item::*time,
                           const std::vector<AskedRecording>& asked, const Session& session,
                           Seconds t, int direction) {
  const Item* best = nullptr;
  Seconds best_time = 0;
  for (std::uint32_t place = 0; place < asked.size(); ++place) {
    const auto offset = shown_offset(place, asked, session);
    if (!offset) continue;
    const auto own = std::ranges::equal_range(items, place, {}, &Item::asked);
    const auto time_of = [&](const Item& item) { return item.*time + *offset; };
    auto found = direction > 0 ? std::ranges::upper_bound(own, t, {}, time_of)
                               : std::ranges::lower_bound(own, t, {}, time_of);
    if (direction < 0) {
      if (found == own.begin()) continue;
      found = std::ranges::lower_bound(own, time_of(*std::prev(found)), {}, time_of);
    }
    if (found == own.end()) continue;
    const Seconds at = time_of(*found);
    if (best != nullptr && (direction > 0 ? at >= best_time : at <= best_time)) continue;
    best = &*found;
    best_time = at;
  }
  return best;
}

/// Whether a query shows values of properties that follow from roads, or may.
bool asks_for_road_values(std::string_view sql);

/// Recordings that are open as a query sees them, with the values of the roads under them. One that
/// is still read is waited for, until `is_stopped`.
class AskedSet final : public tables::RecordingSet {
 public:
  AskedSet(std::vector<AskedRecording> recordings, std::function<bool()> is_stopped)
      : recordings_(std::move(recordings)), is_stopped_(std::move(is_stopped)) {}

  std::size_t size() const override { return recordings_.size(); }
  std::string file(std::size_t recording) const override;
  Seconds offset(std::size_t recording) const override { return recordings_[recording].offset; }
  Result<std::shared_ptr<const Recording>> open(std::size_t recording) override;

 private:
  std::vector<AskedRecording> recordings_;
  std::function<bool()> is_stopped_;
};

struct AskRequest {
  std::vector<AskedRecording> recordings;
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  std::string sql;
};

/// A query on a thread of its own. What it finds is taken while it runs; of many rows only so many
/// are kept.
class AskJob {
 public:
  static constexpr std::size_t kMostRows = 250'000;
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  enum class End : std::uint8_t { done, stopped, rows, bytes, failed };
  struct Outcome {
    End end = End::done;
    std::optional<Problem> problem;  ///< of a query that failed
    std::size_t columns_left_out = 0;
  };

  AskJob() = default;
  /// Stops what is running, and waits for it.
  ~AskJob() { stop(); }
  AskJob(const AskJob&) = delete;
  AskJob& operator=(const AskJob&) = delete;

  /// Begins, once what is running has stopped. `wake` is called on the thread now and then.
  void start(AskRequest request, std::function<void()> wake);
  void stop();
  /// Takes what came since; to be called each picture.
  void update();

  bool is_running() const { return running_.is_running() || wanted_.has_value(); }
  /// That was asked last; null before the first.
  const AskRequest* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// A result keeps no recording open.
  void forget_closed_recordings(const Session& session);
  const AskRows& rows() const { return rows_; }
  /// Another one with each query.
  std::uint64_t number() const { return number_; }
  /// Nothing while it runs and before the first.
  const std::optional<Outcome>& outcome() const { return outcome_; }
  /// Of a query that failed, once something else was written.
  void forget_problem() {
    if (outcome_) outcome_->problem.reset();
  }

 private:
  Outcome run(const AskRequest& request, const std::function<void()>& wake);
  Outcome collect(tables::Query& query, const std::function<void()>& wake);
  void begin();

  std::optional<AskRequest> asked_;
  std::optional<AskRequest> wanted_;  ///< begins once the one before has ended
  std::function<void()> wake_;
  AskRows rows_;
  std::optional<Outcome> outcome_;
  std::uint64_t number_ = 0;

  std::mutex mutex_;  ///< guards the next two
  std::vector<std::string> columns_;
  std::vector<std::shared_ptr<const RowBatch>> batches_;  ///< not taken yet
  std::atomic<bool> is_stopped_{false};
  Awaited<Outcome> running_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
