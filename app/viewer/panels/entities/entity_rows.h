#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/held_places.h"
#include "app/viewer/panels/entities/entity_value_search.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "core/session.h"

namespace scrubjay {

enum class EntityRowType : std::uint8_t {
  recording,  ///< its file; `ref.entity` is none
  stream,     ///< a client among several; `ref` is stream_ref()
  group,      ///< a header over entities of one kind; `ref` is group_ref()
  entity,
};

/// One line of the entity tree.
struct EntityRow {
  EntityRef ref;
  std::uint32_t count =
      0;  ///< entities below a recording or stream, members of a group, children of an entity
  std::uint16_t depth = 0;
  EntityRowType type = EntityRowType::entity;
  EntityKind kind = EntityKind::other;
  StreamIndex stream = {};  ///< that it belongs to; none for a recording
  bool is_open = false;
  bool is_match = true;  ///< false: listed only because something below it was found

  bool operator==(const EntityRow&) const = default;
};

/// Stands for the header row of a kind in ViewState::closed_rows. Its place is no entity's.
EntityRef group_ref(std::size_t recording, EntityKind kind, StreamIndex stream = StreamIndex(0));
/// The same for the header row of a stream.
EntityRef stream_ref(std::size_t recording, StreamIndex stream);
/// The order in which kinds are listed, what people look for first.
std::span<const EntityKind> kinds_in_order();
/// "Vehicles", "Traffic lights", ...
std::string_view plural_of(EntityKind kind);
/// Whether a row is open unless it was folded by hand: all but large groups of things that stand
/// still.
bool is_open_by_default(EntityRowType type, EntityKind kind, std::size_t count);

/// Whether an id is the name, or a path that says what the tree does: that of the entity it is
/// below, and the name.
bool is_told_by_tree(const Recording& recording, const EntityInfo& entity);

/// True when each word of `search` is_in_title.
bool entity_matches(const EntityInfo& entity, std::string_view search);

/// An entity as the tree needs it, taken from a frame or from the recording.
struct ListedEntity {
  EntityIndex index;
  EntityIndex parent;
  EntityKind kind = EntityKind::other;
  StreamIndex stream = StreamIndex(0);
  bool operator==(const ListedEntity&) const = default;
};

/// The entities of one recording that are to be listed, ascending by index.
struct EntityList {
  std::size_t recording = 0;
  std::shared_ptr<const Recording> source;
  std::vector<ListedEntity> entities;
  std::vector<EntityIndex> found_by_value;  ///< ascending: what a search found by its properties
  bool all = false;         ///< `entities` is to be filled with every entity of `source`
  bool background = false;  ///< also with those of EntityInfo::is_background
  std::size_t live = 0;     ///< of `entities`, those whose stream is
};

/// What was found by a search so far, for each entity of a recording, kept while the search is the
/// same.
class EntitySearch {
 public:
  /// Forgets what was found when the text differs.
  void set_text(std::string_view text);
  const std::string& text() const { return text_; }
  bool is_active() const { return !text_.empty(); }
  bool matches(std::size_t recording, const Recording& source, EntityIndex entity);
  void clear() { verdicts_.clear(); }

 private:
  enum class Verdict : std::uint8_t { unknown, no, yes };
  std::string text_;
  std::vector<std::vector<Verdict>> verdicts_;  ///< by recording, by entity
};

/// Turns lists of entities into rows, in slices of time. O(entities) in all.
class EntityRowsBuild {
 public:
  void start(std::vector<EntityList> lists, const std::set<EntityRef>& toggled);
  /// Goes on until done or the budget is spent; true when done.
  bool advance(EntitySearch& search, WorkBudget& budget);
  bool is_running() const { return stage_ != Stage::done; }
  /// Once done. Swapped, so that storage is used again.
  void take(std::vector<EntityRow>& rows) { rows.swap(rows_); }
  std::size_t found() const { return found_; }

 private:
  enum class Stage : std::uint8_t { fill, link, match, order, emit, done };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Pending {
    std::uint32_t slot;
    std::uint16_t depth;
  };

  const EntityList& list() const { return lists_[current_]; }
  bool fill(WorkBudget& budget);
  bool link(WorkBudget& budget);
  void break_cycles_at(std::uint32_t slot);
  bool match(EntitySearch& search, WorkBudget& budget);
  bool order(WorkBudget& budget);
  void begin_emit();
  void push_children(std::uint32_t parent, std::uint16_t depth);
  bool emit(WorkBudget& budget);
  bool emit_headers();
  void emit_stream();
  void emit_group();
  void emit_entity();
  bool is_open(EntityRef ref, EntityRowType type, EntityKind kind, std::size_t count) const;
  void next_stage();

  Stage stage_ = Stage::done;
  std::size_t current_ = 0;  ///< list that is worked on
  std::uint32_t at_ = 0;     ///< how far the stage is
  std::vector<EntityList> lists_;
  std::set<EntityRef> toggled_;
  bool searching_ = false;
  std::size_t found_ = 0;

  // Of the current list. A slot is a place in its entities.
  std::vector<std::uint32_t> slot_of_;      ///< by EntityIndex
  std::vector<std::uint32_t> parent_;       ///< by slot, kNone for roots
  std::vector<std::uint8_t> walked_;        ///< by slot, while cycles are looked for
  std::vector<std::uint8_t> shown_;         ///< by slot: 0 no, 1 for what is below it, 2 a match
  std::vector<std::uint32_t> first_child_;  ///< by slot, place in children_; one more at the end
  std::vector<std::uint32_t> filled_;
  std::vector<std::uint32_t> children_;  ///< slots, grouped by parent
  std::vector<std::uint32_t> roots_;     ///< slots in the order of listing
  std::vector<Pending> stack_;
  std::size_t streams_ = 1;
  std::vector<std::uint32_t> stream_counts_;  ///< entities listed of each stream
  std::size_t next_stream_ = 0;               ///< whose header comes next
  bool stream_open_ = true;
  bool grouped_ = false;
  std::size_t group_end_ = 0;  ///< roots before this one have their group's header
  std::size_t next_root_ = 0;
  std::vector<EntityRow> rows_;
};

/// What the entity tree keeps between pictures.
struct EntityRowsCache {
  // Key: what `rows` was computed from.
  std::vector<const Recording*> recordings;
  HeldPlaces places;
  std::vector<FrameRef> frames;
  std::vector<Presence> presences;  ///< of those frames
  std::vector<EntityList> living;
  std::vector<std::size_t> entity_counts;
  std::set<EntityRef> toggled;
  bool all = false;
  bool with_background = false;
  bool is_stale = true;
  bool must_restart = false;  ///< what is being computed is of no use any more
  bool taken = true;          ///< `rows` holds what was computed last

  std::vector<EntityRow> rows;
  std::size_t found = 0;  ///< matches of the search
  std::size_t alive = 0;
  std::size_t background = 0;  ///< alive, too, but left out as background
  EntitySearch search;
  EntityValueSearch values;
  EntityRowsBuild build;
  SearchKey asked_by_key = SearchKey::none;  ///< until what is typed is searched for
  std::vector<EntityRef> with_events;        ///< entities with events in the frames shown, sorted

  ListScroll scroll;
  std::optional<EntityRef> anchor;  ///< the row that Shift extends from
  std::optional<EntityRef>
      last_primary;  ///< for noticing that something else was selected elsewhere
  std::optional<EntityRef> reveal;
  int unfolds_left = 0;  ///< levels that may still be unfolded to show `reveal`
  MouseRest rest;
};

}  // namespace scrubjay
