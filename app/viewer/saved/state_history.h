#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/concurrency/background_scan.h"
#include "core/recording.h"

namespace scrubjay {

/// When one entity's texts, booleans, references and whole numbers became what they are: read in
/// the background through all frames of its stream while it is wanted.
class StateHistory {
 public:
  /// Streams of more frames are not read: nobody waits that long.
  static constexpr std::size_t kMostFrames = 20'000;
  static constexpr std::size_t kMostChanges = 50'000;
  static constexpr std::size_t kMostPaths = 1'000;

  struct Change {
    FrameIndex frame;    ///< the first one with the value
    std::string before;  ///< the value before, on one line
  };

  /// Says what is wanted from now on; all else is forgotten. None: nothing. To be called again
  /// whenever the recording may have grown. `background` must outlive this.
  void want(const std::shared_ptr<const Recording>& recording, EntityIndex entity,
            Background& background);
  /// The change by which the value at a path (its hash, as for_each_path gives it) became what it
  /// is at `frame`. Nothing while that is not known, and where it was so from the beginning.
  std::optional<Change> last_change(std::uint64_t path_hash, FrameIndex frame) const;
  bool is_reading() const;
  /// Grows with what is known.
  std::uint64_t version() const { return version_.load(); }

 private:
  struct Path {
    std::uint64_t value = 0;
    std::string text;
    bool is_known = false;
    std::vector<Change> changes;  ///< ascending by frame
  };

  bool scan(const std::atomic<bool>& cancelled, const std::function<void()>& report);
  void look_at(const Frame& frame, PropertyTree& tree);

  mutable std::mutex mutex_;  ///< guards all up to `scan_`
  std::shared_ptr<const Recording> recording_;
  EntityIndex entity_;
  std::size_t next_ = 0;    ///< frame of its stream that comes next
  FrameIndex known_until_;  ///< the last frame looked at
  std::size_t changes_ = 0;
  std::uint64_t wanted_ = 0;  ///< another number with each entity wanted
  std::unordered_map<std::uint64_t, Path> paths_;
  std::atomic<std::uint64_t> version_{0};
  std::optional<BackgroundScan> scan_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
