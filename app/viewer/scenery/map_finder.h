#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/concurrency/awaited.h"
#include "core/recording.h"

namespace scrubjay {

/// Looks for the scenery of recordings that name their map: beside the recording, then in folders
/// from which scenery was opened before. A disk may not answer: it looks on a thread of its own.
class MapFinder {
 public:
  struct Found {
    std::string map;
    std::string path;        ///< absolute
    bool is_beside = false;  ///< it lies beside the recording
  };

  /// Begins to look for a recording's map; once for each recording.
  void look_for(const std::shared_ptr<const Recording>& recording);
  /// What was found, one after the other. To be called for each picture.
  std::optional<Found> take(const std::vector<std::string>& folders,
                            const std::function<void()>& wake);
  bool is_busy() const { return !waiting_.empty() || looking_.is_running(); }

 private:
  struct Wanted {
    std::string map;
    std::string folder;  ///< of the recording
  };
  std::vector<std::weak_ptr<const Recording>> known_;
  std::vector<Wanted> waiting_;
  Awaited<std::optional<Found>> looking_;
};

}  // namespace scrubjay
