#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// The first properties of events as text, decoded on a thread of its own so that a slow disk never
/// stops the window: what is not known yet is asked for and shown in a later picture.
class EventTexts {
 public:
  EventTexts() = default;
  ~EventTexts();
  EventTexts(const EventTexts&) = delete;
  EventTexts& operator=(const EventTexts&) = delete;

  /// The text, or null while it is being decoded. Valid until `forget` or `trim`.
  const std::string* find(const std::shared_ptr<const Recording>& recording, EventIndex event);
  /// True while something that was asked for is not there yet. Takes what is ready, so that it ends
  /// also when nobody looks for the texts any more.
  bool is_waiting();
  /// Drops all that belongs to recordings that are not among `open`.
  void keep_only(const std::vector<const Recording*>& open);

 private:
  static constexpr std::size_t kKept = 20000;  ///< texts, before the store begins anew
  static constexpr std::size_t kAsked = 200;   ///< requests waiting; older ones are dropped

  struct Key {
    const Recording* recording = nullptr;
    EventIndex event;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.recording) ^ (key.event.value * 0x9E3779B97F4A7C15ULL);
    }
  };
  struct Request {
    std::shared_ptr<const Recording> recording;
    EventIndex event;
  };

  void collect();
  void work(const std::stop_token& stop);

  std::unordered_map<Key, std::string, Hash> texts_;  ///< of the window's thread alone
  std::vector<const Recording*> open_;
  std::map<const Recording*, std::weak_ptr<const Recording>> held_;  ///< whose texts are kept

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Request> asked_;
  std::vector<std::pair<Key, std::string>> done_;
  std::vector<const Recording*> closed_;
  bool working_ = false;
  std::jthread thread_;
};

}  // namespace scrubjay
