#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/derived/road_recording.h"
#include "core/concurrency/background_scan.h"
#include "core/filter.h"
#include "core/recording.h"

namespace scrubjay {

/// One place where a filter holds.
struct FilterHit {
  std::uint32_t filter = 0;  ///< place among the filters searched for
  FrameIndex frame;
  EntityIndex entity;  ///< none for an event of the whole recording
  EventIndex event;    ///< none for a hit of a property filter
  std::string reason;  ///< the properties that satisfied the members; empty without members
};

/// Whether values that follow from roads may make a difference to what a filter finds.
bool may_be_about_roads(const Filter& filter);

/// Where to look: frames [first, end) of a recording, as far as they are indexed.
struct FilterScan {
  std::shared_ptr<const Recording> recording;
  std::vector<Filter> filters;
  std::size_t first = 0;
  std::size_t end = static_cast<std::size_t>(-1);
  unsigned threads = 0;                              ///< 0: as many as the machine has
  std::optional<CoordinateSystem> coordinates = {};  ///< of what is compared; none: as recorded
};

/// Called with the hits of one frame, in order of frame; within a frame by filter, then in the
/// order of its entities and events. Not called for every frame without hits. False stops.
using DeliverHits = std::function<bool(FrameIndex frame, std::span<FilterHit> hits)>;

/// Looks through the frames and calls `deliver` on this thread. When no filter is about properties
/// of entities, only events are looked at, which is much faster. Memory does not grow with the
/// recording. Returns false when it was stopped or cancelled.
bool find_hits(const FilterScan& scan, const std::atomic<bool>& cancelled,
               const DeliverHits& deliver);

/// Frames in which a filter holds, one after the other in one stream: the n-th frames of the stream
/// with first <= n <= last.
struct MatchRun {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t before = 0;  ///< matching frames in earlier runs of the stream
};

/// What one filter found in one recording so far.
struct FilterMatches {
  static constexpr std::size_t kMostListed = 20'000;

  std::vector<std::vector<MatchRun>> runs;  ///< by stream, ascending
  std::vector<FilterHit> listed;            ///< the first hits, in order of frame
  std::uint64_t hits = 0;                   ///< all of them
  std::size_t looked_at = 0;                ///< frames [0, looked_at) were looked at

  /// Takes the hits of a frame that lies behind all those before.
  void add(const Timeline& timeline, FrameIndex frame, std::span<const FilterHit> found);
};

/// How many of the n-th frames [begin, end) of a stream lie in runs. O(log runs).
std::size_t matching_frames(std::span<const MatchRun> runs, std::size_t begin, std::size_t end);

/// Searches for filters in the background while they are wanted. Filters are told apart by what
/// they ask for: one that is changed begins anew, the others go on. What is found can be looked at
/// while it grows.
class FilterSearch {
 public:
  /// Says what is wanted from now on: each filter in each recording, with the values that follow
  /// from the roads under it where the filter may be about these. `roads`: beside `recordings`,
  /// null where there are none; shorter: likewise. To be called again whenever recordings may have
  /// grown. `background`, which must outlive this, wakes the window now and
  /// then while something is found, and at the end. Results of what is no longer wanted are kept
  /// for a while, so that switching a filter off and on costs nothing.
  void want(const std::vector<std::shared_ptr<const Recording>>& recordings,
            const std::vector<Filter>& filters, Background& background,
            const std::vector<std::shared_ptr<RecordingOverRoads>>& roads = {});

  /// What was found, locked as long as this lives: to be let go before long.
  class Found {
   public:
    /// Null when the filter was never wanted in that recording. O(filters * recordings).
    const FilterMatches* find(const Recording* recording, const Filter& filter) const;

   private:
    friend class FilterSearch;
    explicit Found(const FilterSearch& search) : lock_(search.mutex_), search_(search) {}
    std::unique_lock<std::mutex> lock_;
    const FilterSearch& search_;
  };
  Found found() const { return Found(*this); }

  /// True while frames are known that a wanted filter has not been held against.
  bool is_searching() const;
  /// The share of all frames wanted that were looked at, in [0, 1].
  double progress() const;

 private:
  struct Job {
    std::shared_ptr<const Recording> recording;
    Filter filter;
    std::shared_ptr<RecordingOverRoads> roads;  ///< null: its values are not asked for
    FilterMatches matches;
    bool is_wanted = true;
    bool reads_like(const Job& other) const {
      return recording == other.recording && roads == other.roads;
    }
    bool is_behind() const { return is_wanted && matches.looked_at < recording->frame_count(); }
  };
  using Jobs = std::vector<std::shared_ptr<Job>>;
  static constexpr std::size_t kMostUnwanted = 16;

  bool is_any_behind() const;
  Jobs next_group() const;
  bool search(const std::atomic<bool>& cancelled, const std::function<void()>& report);
  std::shared_ptr<Job> job_of(const Recording* recording, const Filter& filter) const;

  mutable std::mutex mutex_;
  Jobs jobs_;
  std::optional<BackgroundScan> scan_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
