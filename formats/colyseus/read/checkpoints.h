#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

/// Trees of streams as they were after some steps, within a fixed budget of memory: when it is
/// used up, every second one goes and the rest lie twice as far apart; the first one stays. One
/// thread adds while others look.
class Checkpoints {
 public:
  /// Bytes of messages between two at first; they are decoded in about a millisecond.
  static constexpr std::size_t kFirstSpacing = std::size_t{512} << 10;

  struct Checkpoint {
    std::uint32_t stream = 0;
    std::uint32_t step = 0;  ///< the last one applied
    State state;
    std::size_t bytes = 0;
  };

  explicit Checkpoints(std::size_t budget = limits::kMostCheckpointBytes) : budget_(budget) {}

  /// Whether that many bytes of messages since the stream's last checkpoint call for another.
  bool is_due(std::size_t message_bytes) const { return message_bytes >= spacing_; }
  /// Steps of a stream must rise. O(size of the state).
  void add(std::uint32_t stream, std::uint32_t step, const State& state);

  /// The same for the first state of a stream, though none is due: who plays it again begins with a
  /// copy. Left out where those would take more than a quarter of the budget.
  void add_first(std::uint32_t stream, std::uint32_t step, const State& state);

  /// The last one of the stream at or before `step`, or null.
  std::shared_ptr<const Checkpoint> before(std::uint32_t stream, std::uint32_t step) const;
  /// In the order in which they were added.
  std::vector<std::shared_ptr<const Checkpoint>> list() const;
  std::size_t bytes() const;
  std::size_t count() const;
  /// Nobody may look meanwhile.
  void clear();

 private:
  static std::shared_ptr<const Checkpoint> copy_of(std::uint32_t stream, std::uint32_t step,
                                                   const State& state);
  void thin_out();

  const std::size_t budget_;
  std::size_t spacing_ = kFirstSpacing;  ///< of the adding thread
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::vector<std::shared_ptr<const Checkpoint>> list_;  ///< in the order in which they were added
};

}  // namespace scrubjay::colyseus
