#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/viewer/panels/event_reader.h"
#include "app/viewer/panels/list_scroll.h"
#include "app/viewer/panels/pinned_rows.h"
#include "app/viewer/panels/property_rows.h"
#include "app/viewer/panels/table_data.h"
#include "app/viewer/panels/work_budget.h"
#include "app/viewer/view_state.h"
#include "app/viewer/workspace.h"
#include "core/session.h"

namespace scrubjay {

/// Finds entities of one recording by their source's id; grows in slices with the recording.
class EntityIds {
 public:
  /// The entity of `stream` with that id which lives in `frame`, else the last one that ever had
  /// it, else none. Ids that were not looked at yet are not found: see `advance`.
  EntityIndex find(std::string_view id, StreamIndex stream, const Frame* frame) const;
  /// Goes on with entities found since; true when all are known. Begins anew for another recording.
  bool advance(const std::shared_ptr<const Recording>& recording, WorkBudget& budget);

 private:
  std::weak_ptr<const Recording> recording_;  ///< so that a closed one is not kept
  std::size_t known_ = 0;
  std::unordered_multimap<std::string_view, EntityIndex> ids_;  ///< texts of the recording
};

/// One entity's properties copied out of the frame at the playhead and out of the one before. With
/// no entity in `of`: what the recording says of itself and what belongs to the whole frame. With
/// an event: that event's properties, `of` is the entity to which it happened.
struct PropertySnapshot {
  // Key.
  EntityRef of;
  EventIndex event;
  const Recording* recording = nullptr;
  std::weak_ptr<const Recording> held;  ///< `recording` is no other one's place meanwhile
  FrameIndex frame;                     ///< none while the entity does not live
  std::uint64_t decoding = 0;           ///< which state of that frame
  FrameIndex previous_frame;            ///< none when there is none or it is not decoded yet
  std::optional<CoordinateSystem> coordinates;  ///< of `tree`
  std::size_t frames_known = 0;  ///< only for a whole recording, which tells its length

  std::uint64_t version = 0;   ///< grows with every change
  StreamIndex stream;          ///< whose entities its references mean
  PropertyTree::Node own = 0;  ///< where the source's own properties begin
  PropertyTree tree;
  /// The same nodes as the recording has them, where `tree` is in other coordinates; else empty.
  PropertyTree recorded;
  std::optional<CoordinateSystem> recorded_coordinates;
  PropertyTree previous;
  std::vector<std::uint32_t> previous_of;  ///< as `match_nodes` gives it; empty: nothing to compare
};

/// Brings a snapshot up to date; true when it changed. It is converted to `coordinates`; none: as
/// recorded.
bool update_snapshot(const Session& session, const Moment& moment, EntityRef of,
                     const std::optional<CoordinateSystem>& coordinates,
                     PropertySnapshot& snapshot);

/// The same for an event, whose properties are read in the background: true when it changed, as it
/// does with none yet when another event is asked for.
bool update_event_snapshot(const Session& session, const SelectedEvent& event,
                           const std::optional<CoordinateSystem>& coordinates, EventReader& reader,
                           const std::function<void()>& wake, PropertySnapshot& snapshot);

/// What the rows of the property panel are made from.
struct PropertyRowsKey {
  std::uint64_t shown = 0;  ///< versions of the snapshots
  std::uint64_t event = 0;
  std::string search;
  std::set<std::string> toggled;
  std::set<std::string> starred;
  bool show_hidden = false;
  float width = 0;  ///< texts are broken into lines
  float scale = 0;
  bool operator==(const PropertyRowsKey&) const = default;
};

/// What the property panels keep between pictures.
struct PropertiesCache {
  PropertySnapshot shown;
  PropertySnapshot event;  ///< of ViewState::selected_event
  EventReader event_reader;
  std::vector<PropertyRow> rows;  ///< `source` 0: of `shown`, 1: of `event`
  PropertyRowsKey rows_key;
  std::unordered_map<std::uint64_t, std::unique_ptr<TableData>> tables;       ///< by path hash
  std::unordered_map<std::uint64_t, std::vector<CommentIndex>> row_comments;  ///< by path hash
  std::optional<HoveredProperty> reveal;  ///< scrolls to this once its entity is shown
  double reveal_until = 0;                ///< [s] of PanelContext::now

  const PropertySnapshot& snapshot_of(const PropertyRow& row) const {
    return row.source == 0 ? shown : event;
  }
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
