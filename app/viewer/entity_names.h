#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/session.h"
#include "core/short_name.h"

namespace scrubjay {

/// Short names of the entities of all open recordings, for labels and lists. A panel keeps it among
/// its caches: `context.caches.of<EntityNames>()`.
class EntityNames {
 public:
  /// As ShortNames says; made valid and cut where it is very long. The work for entities that came
  /// since the last call is bounded.
  std::string short_name(const Session& session, EntityRef entity);
  /// Whether it takes the id to tell it from others; bounded work, too.
  bool is_shared(const Session& session, EntityRef entity);
  /// The whole name and the id: "vehicle.tesla.model3 · 192".
  static std::string full_name(const Session& session, EntityRef entity);
  static std::string full_name(const Recording& recording, EntityIndex entity);

 private:
  /// With the entities that came since the last call, or some of them.
  const ShortNames& names_of(const std::shared_ptr<Recording>& recording);

  struct Known {
    std::weak_ptr<const Recording> recording;
    ShortNames names;
  };
  std::map<const Recording*, Known> known_;
};

}  // namespace scrubjay
