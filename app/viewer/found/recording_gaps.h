#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/concurrency/awaited.h"
#include "core/session.h"

namespace scrubjay {

/// Where frames are missing in the recordings that are open, for timeline and plots.
class RecordingGaps {
 public:
  /// Brings it up to date with what is open; those of long recordings are looked for on another
  /// thread. True when all are known; false: call again with the next picture.
  bool update(const Session& session);

  /// Of one stream of a recording, by its place in the session, in order of time; none while they
  /// are not known. Valid until the next update.
  std::span<const Gap> of(std::size_t recording, StreamIndex stream) const;
  /// How many frames there were when they were looked for.
  std::size_t looked_at(std::size_t recording) const;

 private:
  struct Known {
    std::weak_ptr<const Recording> recording;  ///< key
    std::vector<std::vector<Gap>> gaps;        ///< by stream
    std::size_t frames = 0;
    Awaited<std::vector<Gap>> to_come;
  };
  static bool update(const std::shared_ptr<Recording>& recording, Known& known);

  std::vector<Known> known_;  ///< beside Session::recordings
};

}  // namespace scrubjay
