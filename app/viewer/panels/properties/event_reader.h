#pragma once

#include <memory>
#include <optional>

#include "core/concurrency/latest_wanted.h"
#include "core/recording.h"

namespace scrubjay {

/// Reads the properties of one event at a time in the background, so that a slow disk never stops
/// the window.
class EventReader {
 public:
  /// What an event holds, as recorded.
  struct Wanted {
    std::shared_ptr<const Recording> recording;
    EventIndex event;
    bool operator==(const Wanted&) const = default;
  };

  /// The properties of the event, all that the tree holds; null while they are being read. Valid
  /// until the next call. `background` must outlive this.
  const PropertyTree* find(const Wanted& wanted, Background& background);
  /// Lets go of the recording that was read last.
  void forget();

 private:
  std::optional<LatestWanted<Wanted, PropertyTree>> reading_;
};

}  // namespace scrubjay
