#pragma once

#include <memory>
#include <vector>

#include "core/session.h"

namespace scrubjay {

/// Beside a cache whose key has addresses of recordings: keeps the addresses of those that it was
/// filled from, not the recordings. Without it one that is opened later may lie where a closed one
/// was, and be taken for it. (Recordings are made with make_shared: their place is given back with
/// the last weak pointer.)
class HeldPlaces {
 public:
  void hold(const Session& session) {
    held_.clear();
    for (const OpenRecording& open : session.recordings) held_.emplace_back(open.recording);
  }

 private:
  std::vector<std::weak_ptr<const Recording>> held_;
};

}  // namespace scrubjay
