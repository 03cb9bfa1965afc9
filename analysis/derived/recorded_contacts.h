#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Two entities that a recorded event says collide: the one that reports it, and the other.
struct RecordedContact {
  EntityIndex entity;
  EntityIndex other;
};

/// Finds the collisions that games record: events of an entity with EventRole::collision that have
/// a property "other" with the id of an entity. Of a contact with what is no entity nothing is
/// known.
class RecordedContacts {
 public:
  /// O(events + entities log entities) once the recording has such an event. The recording must
  /// outlive this.
  explicit RecordedContacts(const Recording& recording);

  /// Adds those of a frame to `out`. Any thread.
  void find(const Frame& frame, std::vector<RecordedContact>& out) const;

 private:
  EntityIndex entity_of(std::string_view id, const Frame& frame) const;

  const Recording& recording_;
  std::vector<std::pair<std::string_view, EntityIndex>> entities_;  ///< by id, then row
};

struct Contact;

/// The recorded collisions that one of `contacts` (of the same recording) stands for: those of its
/// two entities, within its frames. Ascending. Reads the events of collisions, one by one; stops
/// with none when cancelled.
std::vector<EventIndex> gathered_collisions(const std::shared_ptr<const Recording>& recording,
                                            std::span<const Contact> contacts,
                                            const std::atomic<bool>& cancelled);

}  // namespace scrubjay
