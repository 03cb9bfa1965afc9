#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/viewer/view_state.h"
#include "core/recording.h"

namespace scrubjay {

/// Reads the properties of one event at a time on a thread of its own, so that a slow disk never
/// stops the window.
class EventReader {
 public:
  EventReader() = default;
  ~EventReader();
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;

  /// What an event holds, as recorded.
  struct Wanted {
    std::shared_ptr<const Recording> recording;
    EventIndex event;
    bool operator==(const Wanted&) const = default;
  };

  /// The properties of the event, all that the tree holds; null while they are being read. `wake`
  /// is called on the other thread when they are there.
  std::shared_ptr<const PropertyTree> find(const Wanted& wanted, const std::function<void()>& wake);
  /// Lets go of the recording that was read last.
  void forget();

 private:
  void work(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  Wanted wanted_;
  Wanted done_;
  std::shared_ptr<const PropertyTree> tree_;
  std::function<void()> wake_;
  std::jthread thread_;
};

}  // namespace scrubjay
