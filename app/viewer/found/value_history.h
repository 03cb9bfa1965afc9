#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/value_history.h"
#include "core/concurrency/background_scan.h"
#include "core/recording.h"

namespace scrubjay {

/// Whose changes are read.
struct HistoryOf {
  std::shared_ptr<const Recording> recording;  ///< null: nothing is
  EntityIndex entity;
  std::string path;                             ///< as the table `changes` has it
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  bool is_of_place =
      false;  ///< the path is that of a part of where it is, as append_place() has it
  bool operator==(const HistoryOf&) const = default;
};

/// How much of a history is read.
enum class HistoryReach : std::uint8_t {
  neighbours,  ///< the changes before and after a frame
  all,         ///< every change, with the events just before it
};

/// The changes of one property of one entity: read in the background, from where somebody looks
/// towards both ends of the recording. Waits until the recording is indexed.
class ValueHistory {
 public:
  /// More are not read.
  static constexpr std::size_t kMostChanges = 200'000;

  struct Entry {
    tables::ValueChange change;
    std::vector<EventIndex> events;  ///< just before it, in order
  };

  explicit ValueHistory(HistoryReach reach) : reach_(reach) {}

  /// Says what is wanted from now on, and at which frame somebody looks; all else is forgotten. To
  /// be called each picture. `background` must outlive this.
  void want(const HistoryOf& of, FrameIndex around, Background& background);
  /// Reads no more of what is wanted.
  void stop();

  /// What was read, locked as long as this lives: to be let go before long.
  class Found {
   public:
    const HistoryOf& of() const { return history_.of_; }
    /// Ascending.
    const std::deque<Entry>& changes() const { return history_.changes_; }
    bool is_read() const { return history_.is_ready() && !history_.is_behind(); }
    bool is_stopped() const { return history_.is_stopped_; }
    /// There are more than kMostChanges.
    bool is_cut() const { return history_.is_cut(); }
    /// Of the recording's frames, from 0 to 1.
    float share() const;
    /// The last change at or before a frame, the first one behind it. Null: none, or none that is
    /// known yet.
    const Entry* last_until(FrameIndex frame) const;
    const Entry* first_after(FrameIndex frame) const;
    /// Whether that is known, also that there is none.
    bool knows_until(FrameIndex frame) const;
    bool knows_after(FrameIndex frame) const;

   private:
    friend class ValueHistory;
    explicit Found(const ValueHistory& history) : lock_(history.mutex_), history_(history) {}
    std::unique_lock<std::mutex> lock_;
    const ValueHistory& history_;
  };
  Found found() const { return Found(*this); }

 private:
  /// Frames [first, end).
  struct Part {
    std::size_t first = 0;
    std::size_t end = 0;
  };

  void forget();
  bool is_cut() const { return changes_.size() >= kMostChanges; }
  /// The recording can be read.
  bool is_ready() const;
  std::size_t frame_count() const;
  bool has_before() const;
  bool has_after() const;
  bool is_behind() const { return next_part(1).has_value(); }
  std::optional<Part> next_part(std::size_t frames) const;
  bool scan(const std::atomic<bool>& cancelled, const std::function<void()>& report);

  const HistoryReach reach_;
  mutable std::mutex mutex_;  ///< guards all up to `scan_`
  HistoryOf of_;
  FrameIndex around_;
  Part known_;
  std::deque<Entry> changes_;
  bool is_stopped_ = false;
  std::uint64_t wanted_ = 0;            ///< another number with each that is wanted
  std::optional<BackgroundScan> scan_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
