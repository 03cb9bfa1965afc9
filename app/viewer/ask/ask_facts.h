#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/viewer/ask/ask_job.h"

namespace scrubjay {

/// What can be asked about: read out of the tables themselves.
struct AskFacts {
  struct Event {
    std::string name;
    std::string tag;
    std::int64_t count = 0;
    bool has_entity = false;
    bool lasts = false;
    bool names_another = false;  ///< entity, in the first one, beside the one that has it
    std::string number = {};     ///< name of the first number in the first one; empty: none
  };
  struct Path {
    std::string column;         ///< of `state`
    std::string type;           ///< as `properties` says it; empty where that is not known
    bool varies = false;        ///< between the entities and frames that were looked at
    std::int64_t entities = 0;  ///< that have it there
  };

  std::size_t recordings = 0;
  std::vector<std::string> formats;  ///< each once
  std::vector<Event> events;         ///< what happens most first
  std::vector<std::string> kinds;    ///< of entities, the most frequent first
  std::vector<Path> paths;           ///< in the order of their columns
  std::int64_t placed = 0;           ///< entities with a place in the frame in the middle
  bool has_bodies = false;           ///< something could touch others there (`body_of`)

  const Event* find_event(std::string_view name) const;
  const Path* find_path(std::string_view column) const;
};

/// Where paths are looked for: in the first frames, which is soon done, or in all.
enum class AskedFrames : std::uint8_t { first, all };

/// Asks the tables. Any thread; `is_stopped` ends it early, with what is known by then.
AskFacts find_facts(const std::vector<AskedRecording>& recordings, AskedFrames frames,
                    const std::function<bool()>& is_stopped);

}  // namespace scrubjay
