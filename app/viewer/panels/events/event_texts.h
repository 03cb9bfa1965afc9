#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/concurrency/newest_first.h"
#include "core/id_index.h"
#include "core/recording.h"

namespace scrubjay {

/// The first properties of events as text, decoded in the background so that a slow disk never
/// stops the window: what is not known yet is asked for and shown in a later picture.
class EventTexts {
 public:
  /// The text, or null while it is being decoded. Valid until `forget` or `trim`.
  /// `background` must outlive this.
  const std::string* find(const std::shared_ptr<const Recording>& recording, EventIndex event,
                          Background& background);
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
    bool is_indexed = false;  ///< then all whom references may mean are known
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
    bool is_indexed = false;
    bool operator==(const Request&) const = default;
  };

  std::string read(const Request& request);
  void collect();

  std::unordered_map<Key, std::string, Hash> texts_;  ///< of the window's thread alone
  std::vector<const Recording*> open_;
  std::map<const Recording*, std::weak_ptr<const Recording>> held_;  ///< whose texts are kept

  std::optional<Cursor> cursor_;  ///< of the background; while something is asked for
  std::optional<IdIndex> ids_;    ///< of the cursor's recording
  PropertyTree scratch_;          ///< of the background
  std::optional<NewestFirst<Request, std::string>> reading_;  ///< last: it ends before the others
};

}  // namespace scrubjay
