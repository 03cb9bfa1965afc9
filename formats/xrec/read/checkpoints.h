#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "formats/xrec/limits.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// States of all objects at some ends of packets, so that a seek need not begin at the file's
/// begin. Checkpoint k is the merge of the first `packets` packets in order of their ends, hence
/// the base of every time at or after the last of these ends.
///
/// They keep within a budget of memory: when they exceed it every second one goes, and from then on
/// they are made half as often. One thread adds while others read.
class Checkpoints {
 public:
  /// Samples between two checkpoints, at least. A seek need not read all of them: see StateSeeker.
  static constexpr std::uint64_t kFirstSpacing = 8192;

  struct Checkpoint {
    std::uint32_t packets = 0;
    std::vector<HeldSample> held;

    /// `state` has nothing set, and a row for each object that is held.
    void restore(State& state) const;
    std::size_t bytes() const { return held.size() * sizeof(HeldSample); }
  };
  using List = std::vector<std::shared_ptr<const Checkpoint>>;

  explicit Checkpoints(std::size_t budget_bytes = limits::kMostCheckpointBytes)
      : budget_bytes_(budget_bytes) {}

  void clear();
  /// `state` is the merge of the first `packets` packets, the last of which had `samples` samples.
  void packet_merged(std::uint32_t packets, std::uint64_t samples, const State& state);

  /// The last checkpoint of at most `packets` packets, or null. O(log n).
  std::shared_ptr<const Checkpoint> before(std::size_t packets) const;

  List list() const;
  /// What another one's `list()` was. False, with nothing changed, where that does not rise.
  bool restore(List list);

  std::size_t size() const { return list().size(); }
  std::size_t bytes() const;

 private:
  void thin_out();

  std::size_t budget_bytes_;
  std::uint64_t spacing_ = kFirstSpacing;
  std::uint64_t samples_since_ = 0;
  mutable std::mutex mutex_;  ///< over what follows
  std::size_t bytes_ = 0;
  List list_;
};

}  // namespace scrubjay::xrec
