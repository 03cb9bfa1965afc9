#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/recording.h"
#include "formats/flecs/read/facts.h"
#include "formats/flecs/read/file_index.h"

namespace scrubjay::flecs {

/// What a unit says, kept as long as a sample in force has that unit.
struct Unit {
  std::vector<EntityFacts> facts;
  std::uint64_t order = 0;  ///< of its first appearance
  std::uint32_t uses = 0;   ///< by samples in force
};

/// How units came or went, for the words of events.
struct UnitChange {
  Unit* unit = nullptr;
  bool is_query = false;  ///< a query's result: what is missing may only have stopped matching
  bool is_first = false;  ///< of its source's first sample: what comes was not added then
};

/// The entities that live while the index pass goes through the samples: gives them their rows,
/// lifetimes and parents, and finds events by comparing what units said before and say now
/// (formats/flecs/README.md, 11.5, 12). Work and memory follow what changes.
class WorldState {
 public:
  WorldState(FileIndex& index, RecordingBuilder& builder, StreamIndex stream);

  /// The next frame, in which `removed` are not in force any more and `added` are. `time` is the
  /// frame's.
  void apply(std::span<const UnitChange> removed, std::span<const UnitChange> added, Seconds time);
  /// Adds an event of the next frame that is not found by comparing.
  void add_event(TimeRange time, std::string_view name, std::string_view tag, EntityIndex entity,
                 std::string_view subject, std::string_view from, std::string_view to);
  /// The entity that a reference means in the next frame, or none.
  EntityIndex find(std::string_view reference);

 private:
  /// Where a unit speaks of an entity.
  struct Use {
    const Unit* unit = nullptr;
    std::uint32_t facts = 0;  ///< row in Unit::facts
    std::uint64_t order() const { return unit->order; }
  };
  struct Place {
    std::vector<Use> units;  ///< that name it, in order of their appearance
    EntityIndex entity;      ///< the last one of this path
    LifetimeIndex life;
    // The tree of what lives; a place where nothing lives has no parent.
    TextId parent;       ///< the place it hangs below now; none: a root
    TextId first_child;  ///< the others follow by `next`
    TextId next;         ///< of the same parent
    TextId previous;
    std::uint32_t row = 0;   ///< in FileIndex::paths
    std::uint32_t left = 0;  ///< how many entities began here and moved away
    std::uint64_t id = 0;    ///< of the entity named last
    std::uint32_t version = 0;
    bool has_id = false;
    bool is_alive = false;        ///< in the next frame, at the end of which `life` says the same
    bool has_begun_here = false;  ///< the entity, which did not move here from elsewhere
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  /// A path whose units change, with what was said of it before.
  struct Touched {
    TextId path;
    std::optional<EntityFacts> before;
    std::optional<EntityFacts> after;
    bool is_query = false;
    bool is_first = false;
    bool is_new_entity = false;  ///< another one than before has this path
    std::size_t moved = kNone;   ///< row of the other end of a move
  };
  /// In the order in which they stand in a frame.
  static constexpr int kRemoval = 0;
  static constexpr int kAddition = 1;
  static constexpr int kMove = 2;
  static constexpr int kChange = 3;
  struct PendingEvent {
    int rank = 0;
    TextId path;
    std::string_view name;
    std::string_view tag;
    EntityIndex entity;
    EventRow row;
  };

  std::string_view text(TextId id) const { return index_.texts[id]; }
  Place& place(TextId path);
  void touch(const UnitChange& change);
  std::optional<EntityFacts> merged(TextId path) const;
  void change_units(std::span<const UnitChange> removed, std::span<const UnitChange> added);
  void find_moves();
  void find_moves_by_name();
  void match(std::size_t gone, std::size_t come);
  void begin(Touched& touched, FrameIndex frame);
  void move(const Touched& from, Touched& to, FrameIndex frame);
  void link_all();
  void link_to(TextId path, TextId parent);
  void link_children(TextId path);
  void claim_children(TextId path);
  void hold_up(TextId path, TextId child);
  void let_down();
  void settle_lives(FrameIndex frame);
  void attach(TextId path, TextId parent);
  void detach(TextId path);
  void tell_parents();
  bool is_above(TextId ancestor, TextId path);
  bool is_named(TextId path) const;
  TextId parent_of(TextId path, const EntityFacts& facts);
  std::string_view parent_path(std::string_view path) const;
  TextId parent_by_path(std::string_view path);
  TextId resolved(std::string_view reference);
  void add_entity(TextId path, std::string_view name, EntityKind kind, FrameIndex frame);
  void name_place(TextId path, EntityIndex entity, FrameIndex frame);
  void note_parents();
  std::string name_of(TextId path, const EntityFacts* facts) const;
  void find_events();
  void compare(const EntityFacts& before, const EntityFacts& after, EntityIndex entity);
  void compare_alerts(const EntityFacts& before, const EntityFacts& after, EntityIndex entity);
  void note_toggle();
  void tag_changes(EntityIndex entity, const ItemFact& item);
  void compare_items(const EntityFacts& before, const EntityFacts& after, EntityIndex entity);
  void event(int rank, TextId path, std::string_view name, std::string_view tag, EntityIndex entity,
             std::string_view subject = {}, std::string_view from = {}, std::string_view to = {});
  void write_events(Seconds time, FrameIndex frame);
  std::uint32_t next_order(FrameIndex frame);

  FileIndex& index_;
  RecordingBuilder& builder_;
  StreamIndex stream_;
  std::unordered_map<std::uint32_t, Place> places_;  ///< by TextId of the path
  std::unordered_map<std::string, TextId> by_unescaped_;
  std::unordered_map<std::uint64_t, TextId> anonymous_;  ///< newest path of an unnamed entity
  // Of the next frame:
  std::vector<TextId> let_down_;      ///< places that lost a child or their own documents
  std::vector<TextId> below_;         ///< scratch of is_above
  std::vector<TextId> settled_last_;  ///< places that were held up or let down
  std::vector<TextId> attached_;      ///< places that got a parent
  std::vector<TextId> renamed_;       ///< places at which another entity is now
  /// Paths above what comes in this frame (TextId::value), which may get plain nodes.
  std::unordered_set<std::uint32_t> above_;
  std::vector<Touched> touched_;
  std::unordered_map<std::uint32_t, std::size_t> touched_rows_;
  std::vector<PendingEvent> pending_;
  std::unordered_set<std::uint64_t> changing_tags_;  ///< entity and tag of those that were told
  std::uint32_t order_ = 0;                          ///< of the next event in its frame
  FrameIndex order_frame_;                           ///< the frame that order_ counts in
};

}  // namespace scrubjay::flecs
