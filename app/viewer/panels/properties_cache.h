#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/viewer/panels/list_scroll.h"
#include "app/viewer/panels/pinned_rows.h"
#include "app/viewer/panels/property_rows.h"
#include "app/viewer/panels/work_budget.h"
#include "app/viewer/workspace.h"
#include "core/session.h"

namespace scrubjay {

/// Finds entities of one recording by their source's id; grows in slices with the recording.
class EntityIds {
 public:
  /// The entity with that id which lives in `frame`, else the last one that ever had it, else none.
  /// Ids that were not looked at yet are not found: see `advance`.
  EntityIndex find(std::string_view id, const Frame* frame) const;
  /// Goes on with entities found since; true when all are known. Begins anew for another recording.
  bool advance(const std::shared_ptr<const Recording>& recording, WorkBudget& budget);

 private:
  std::weak_ptr<const Recording> recording_;  ///< so that a closed one is not kept
  std::size_t known_ = 0;
  std::unordered_multimap<std::string_view, EntityIndex> ids_;  ///< texts of the recording
};

/// One entity's properties copied out of the frame at the playhead and out of the one before. With
/// no entity in `of`: what the recording says of itself and what belongs to the whole frame.
struct PropertySnapshot {
  // Key.
  EntityRef of;
  const Recording* recording = nullptr;
  FrameIndex frame;           ///< none while the entity does not live
  FrameIndex previous_frame;  ///< none when there is none or it is not decoded yet
  std::optional<CoordinateSystem> coordinates;
  std::size_t frames_known = 0;  ///< only for a whole recording, which tells its length

  PropertyTree tree;
  PropertyTree previous;
  std::vector<std::uint32_t> previous_of;  ///< as `match_nodes` gives it; empty: nothing to compare
};

/// Brings a snapshot up to date; true when it changed.
bool update_snapshot(const Session& session, const Moment& moment, EntityRef of,
                     PropertySnapshot& snapshot);

/// What the property panels keep between pictures.
struct PropertiesCache {
  PropertySnapshot shown;
  std::vector<PropertyRow> rows;
  // Key of `rows` besides `shown`.
  std::string rows_search;
  std::set<std::string> rows_toggled;
  std::unordered_map<std::uint64_t, double> changed_at;  ///< path hash: window time of the change
  std::vector<EntityIds> ids;                            ///< by recording
  std::vector<Lifetime> lifetimes;
  ListScroll scroll;
  MouseRest rest;

  std::vector<PropertySnapshot> pinned;  ///< beside ViewState::pinned
  std::vector<PinnedRow> pinned_rows;
  ListScroll pinned_scroll;
  MouseRest pinned_rest;
};

}  // namespace scrubjay
