#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Which events are about some entities: they are of one, or name one in a property of type entity.
/// An id means an entity of the stream that the event is in. An event's properties are read once.
/// Used by one thread.
class EventsAbout {
 public:
  /// `entities` all of the recording, in any order; properties are read in `coordinates`, none: as
  /// recorded.
  EventsAbout(std::shared_ptr<const Recording> recording, std::vector<EntityIndex> entities,
              const std::optional<CoordinateSystem>& coordinates);

  bool is_about(EventIndex event);
  /// The properties of an event, in `tree`. Valid until the next call of this or of is_about.
  PropertyRange read(EventIndex event);
  const PropertyTree& tree() const { return tree_; }

 private:
  enum class About : unsigned char { unknown, no, yes };

  bool names_entity(PropertyRange range, StreamIndex stream) const;

  std::shared_ptr<const Recording> recording_;
  std::vector<EntityIndex> entities_;  ///< ascending
  Cursor cursor_;
  PropertyTree tree_;
  std::vector<EntityInfo> named_;  ///< those of `entities_`
  std::vector<About> about_;       ///< by event; as long as was asked for
};

}  // namespace scrubjay
