#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/view_state.h"
#include "core/session.h"

namespace scrubjay {

/// The same entity as others saw it: of its id in other clients of its recording; of its id and
/// name in other recordings. O(entities).
std::vector<EntityRef> counterparts(const Session& session, EntityRef entity);

/// Whether one is the other as another client or recording saw it. O(1).
bool are_counterparts(const Session& session, EntityRef one, EntityRef other);

/// Those of them that stand beside it: in its own recording where there are any, at most
/// kMostBeside.
std::vector<EntityRef> counterparts_beside(const Session& session, EntityRef entity);
inline constexpr std::size_t kMostBeside = 3;

/// The same of what was asked for last; they are found anew when more is known.
struct KnownCounterparts {
  const std::vector<EntityRef>& of(const Session& session, EntityRef entity);

 private:
  EntityRef entity_;
  std::vector<std::pair<const Recording*, std::size_t>> known_;  ///< with how many entities
  std::vector<EntityRef> found_;
};

/// Pins the entity and those beside it; unpins them when all of them are pinned.
void toggle_pinned_beside(ViewState& state, EntityRef entity, const std::vector<EntityRef>& others);

/// Whose it is, to tell it from its counterparts: its client's title, or the name of its file where
/// the recording has one client only.
std::string owner_title(const Session& session, EntityRef entity);

/// Whether another one of those `shown` is the same as another client or recording saw it.
bool has_counterpart(const Session& session, std::span<const EntityRef> shown, EntityRef entity);

/// The two lines above an entity's column among those `shown` side by side.
struct PinnedTitle {
  std::string first;
  std::string second;
  /// Of one entity as several saw it who saw it goes first; else what it is `called`, with what
  /// tells it from those of its name: "id 3 \u00B7 Client 1 \u00B7 arena.fbf".
  bool is_by_owner = false;
};
PinnedTitle pinned_title(const Session& session, std::span<const EntityRef> shown, EntityRef entity,
                         const std::string& called);

}  // namespace scrubjay
