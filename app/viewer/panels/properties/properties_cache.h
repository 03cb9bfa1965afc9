#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/viewer/found/known_lifetimes.h"
#include "app/viewer/panels/properties/event_reader.h"
#include "app/viewer/panels/properties/pinned_rows.h"
#include "app/viewer/panels/properties/property_rows.h"
#include "app/viewer/panels/properties/table_data.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "app/viewer/saved/state_history.h"
#include "app/viewer/view_state.h"
#include "app/viewer/workspace.h"
#include "core/session.h"

namespace scrubjay {

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
                           Background& background, PropertySnapshot& snapshot);

/// What derived values are made from: others are the same.
struct DerivedKey {
  std::uint64_t shown = 0;  ///< PropertySnapshot::version
  EntityIndex other;
  std::uint32_t known = 0;  ///< which of derived_values() there are, as bits
  std::uint64_t roads = 0;  ///< RoadsBelow::version
  bool operator==(const DerivedKey&) const = default;
};

/// What is derived of an entity, as a tree of its own: a group "derived", another one of what is
/// between it and the other one selected, and one of what follows from roads.
struct DerivedRows {
  PropertySnapshot snapshot;
  DerivedKey key;
  std::string between;  ///< heading of the second group
};

/// What of a pinned snapshot's tree is derived.
struct DerivedAppended {
  PropertyTree::Node begin = 0;
  DerivedKey key;
};

/// What the rows of the property panel are made from.
struct PropertyRowsKey {
  std::uint64_t shown = 0;  ///< versions of the snapshots
  std::uint64_t event = 0;
  std::uint64_t derived = 0;
  std::string search;
  std::set<std::string> toggled;
  std::set<std::string> starred;
  bool show_hidden = false;
  std::uint64_t order = 0;  ///< version of what is known to change
  float width = 0;          ///< texts are broken into lines
  float scale = 0;
  bool operator==(const PropertyRowsKey&) const = default;
};

/// What the property panels keep between pictures.
struct PropertiesCache {
  PropertySnapshot shown;
  PropertySnapshot event;  ///< of ViewState::selected_event
  DerivedRows derived;     ///< of `shown`
  EventReader event_reader;
  std::vector<PropertyRow> rows;  ///< `source` 0: of `shown`, 1: of `event`, 2: of `derived`
  PropertyRowsKey rows_key;
  std::unordered_map<std::uint64_t, std::unique_ptr<TableData>> tables;       ///< by path hash
  std::unordered_map<std::uint64_t, std::vector<CommentIndex>> row_comments;  ///< by path hash
  /// By what rows are ordered: kinds and paths of values that change (SurveyFound). Stays as it is
  /// while somebody looks at the rows.
  std::unordered_set<std::uint64_t> changing;
  std::weak_ptr<const Recording> order_of;      ///< of which recording; none: rows are as recorded
  std::size_t order_frames = 0;                 ///< SurveyFound::frames
  std::uint64_t order = 0;                      ///< grows with every other order
  StateHistory history;                         ///< of the entity shown
  std::array<double, kEntityKinds + 1> tops{};  ///< where the rows of each kind were left
  std::size_t kind = kEntityKinds;              ///< of what is shown; kEntityKinds: no entity
  std::size_t whole_digits = 1;  ///< before the point, in the widest number among the rows

  /// Where the property that is chosen stands among those shown.
  struct ChosenNode {
    std::string path;           ///< key
    std::uint64_t version = 0;  ///< key: of `shown`
    PropertyTree::Node node = kNoNode;
  };
  ChosenNode chosen;

  std::optional<HoveredProperty> reveal;  ///< scrolls to this once its entity is shown
  double reveal_until = 0;                ///< [s] of PanelContext::now

  const PropertySnapshot& snapshot_of(const PropertyRow& row) const {
    return snapshot_of(row.source);
  }
  const PropertySnapshot& snapshot_of(std::uint8_t source) const {
    return source == 0 ? shown : source == 1 ? event : derived.snapshot;
  }
  std::unordered_map<std::uint64_t, double> changed_at;  ///< path hash: window time of the change
  KnownLifetimes lifetimes;
  ListScroll scroll;
  MouseRest rest;

  std::vector<PropertySnapshot> pinned;         ///< beside ViewState::pinned
  std::vector<DerivedAppended> pinned_derived;  ///< beside `pinned`
  std::vector<PinnedRow> pinned_rows;
  std::vector<std::size_t> pinned_shown;  ///< places in `pinned_rows`
  bool pinned_only_different = false;     ///< key of `pinned_shown`
  ListScroll pinned_scroll;
  MouseRest pinned_rest;
};

}  // namespace scrubjay
