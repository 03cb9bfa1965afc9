#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/query.h"
#include "core/events_about.h"

namespace scrubjay::tables {

/// A change of one property, as the table `changes` has it, or of a part of where an entity is.
struct ValueChange {
  FrameIndex frame;  ///< the first one with the new value
  Seconds time = 0;  ///< of it
  std::string type;
  std::optional<std::string> before;  ///< as JSON; none: the property came
  std::optional<std::string> after;   ///< as JSON; none: it went
  std::optional<double> delta;
};

/// Which changes are asked for.
struct ChangesRequest {
  std::size_t recording = 0;
  std::vector<EntityIndex> entities;  ///< that stand for one: lives of it, say
  std::string path;                   ///< of the property
  bool is_of_place = false;           ///< of the entity's own place: as append_place() has it
  std::size_t first = 0;              ///< frames [first, end)
  std::size_t end = std::numeric_limits<std::size_t>::max();
};

/// Calls `visit` for each change, in order, until it returns false. Done: all were visited, or
/// `visit` wanted no more; stopped: the session was. Errors: those of queries.
Result<Query::Step> visit_changes(TableSession& session, const ChangesRequest& request,
                                  const std::function<bool(const ValueChange&)>& visit);

/// All paths below which some entities of a recording ever have a value, ascending. Errors: those
/// of queries; "stopped".
Result<std::vector<std::string>> paths_of(TableSession& session, std::size_t recording,
                                          const std::vector<EntityIndex>& entities);

/// The events just before a change that are about some entities (EventsAbout). Used by one thread.
class EventsBefore {
 public:
  static constexpr std::size_t kMost = 5;  ///< events of one change
  static constexpr Seconds kLongest = 1;   ///< so long before a change is just before it

  /// O(events of the recording).
  EventsBefore(std::shared_ptr<const Recording> recording, std::vector<EntityIndex> entities,
               const std::optional<CoordinateSystem>& coordinates);

  /// The last ones up to a frame, later than `kLongest` before its `time`, in order.
  std::vector<EventIndex> find(FrameIndex up_to, Seconds time);
  /// As EventsAbout has them.
  PropertyRange read(EventIndex event) { return about_.read(event); }
  const PropertyTree& tree() const { return about_.tree(); }

 private:
  std::shared_ptr<const Recording> recording_;
  EventsAbout about_;
  std::vector<Seconds> latest_;  ///< of all events up to each
};

}  // namespace scrubjay::tables
