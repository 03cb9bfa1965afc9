#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/viewer/panels/list_scroll.h"
#include "app/viewer/panels/property_rows.h"
#include "core/session.h"

namespace scrubjay {

/// Finds entities by their source's id; grows in slices with the recording.
class EntityIds {
 public:
  /// The entity with that id which lives in `frame`, else the last one that ever had it, else none. Ids
  /// that were not looked at yet are not found: see `advance`.
  EntityIndex find(std::string_view id, const Frame* frame) const;
  /// Goes on with entities found since; true when all are known. Begins anew for another recording.
  bool advance(const Recording& recording, WorkBudget& budget);

 private:
  const Recording* recording_ = nullptr;
  std::size_t known_ = 0;
  std::unordered_multimap<std::string_view, EntityIndex> ids_;
};

/// One entity's properties copied out of the frame at the playhead and out of the one before.
struct PropertySnapshot {
  std::optional<EntityRef> entity;  ///< whose; with no entity inside: of the whole recording
  FrameIndex frame;
  std::optional<CoordinateSystem> coordinates;
  const Recording* recording = nullptr;
  PropertyTree tree;
  PropertyTree previous;  ///< empty when there is no frame before or the entity did not live in it
  std::vector<std::uint32_t> previous_of;  ///< by node of `tree`: its node in `previous`, or kNoNode
};

/// What the property panels keep between pictures.
struct PropertiesCache {
  PropertySnapshot shown;
  std::vector<PropertyRow> rows;
  std::string rows_search;             ///< that `rows` was computed for
  std::size_t rows_folds = 0;          ///< how many folds were toggled then
  bool rows_stale = true;
  std::unordered_map<std::uint64_t, double> changed_at;  ///< hash of path: window time of the change
  std::vector<EntityIds> ids;          ///< by recording
  std::string scratch;
  ListScroll scroll;
  bool focus_search = false;

  std::vector<PropertySnapshot> pinned;  ///< beside ViewState::pinned
  std::vector<PinnedRow> pinned_rows;
  bool pinned_stale = true;
  ListScroll pinned_scroll;
};

}  // namespace scrubjay
