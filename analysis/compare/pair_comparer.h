#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/compare/between_frames.h"
#include "analysis/compare/item_result.h"
#include "analysis/compare/plan.h"
#include "analysis/compare/tree_comparer.h"

namespace scrubjay::compare {

class Summary;

/// Holds two frames against each other. One a thread.
class PairComparer {
 public:
  /// `known`: what is in there already need not be found again.
  PairComparer(const Plan& plan, const Summary& known);

  /// Replaces `out`.
  void compare(std::size_t item, ItemResult& out);
  /// Replaces `out` by all that is compared of one entity (none: of the frames themselves) in a
  /// pair of frames, equal or not, with its values: its place, then its properties; then what its
  /// events differ in: those of one name that happen in both runs by their properties
  /// ("events/Attack/Damage"), the others as a whole, without values.
  void list(std::size_t item, Subject subject, ItemResult& out);

 private:
  /// An event as it is compared.
  struct Event {
    EventIndex index;
    EventInfo info;
    TreePart properties;
  };

  /// Where the leaves of a comparison are; of entities, whose place is compared, these too.
  struct Compared {
    const PropertyTree& a;
    const PropertyTree& b;
    const Entity* entity_a = nullptr;
    const Entity* entity_b = nullptr;
  };

  void begin(std::size_t item, ItemResult& out);
  void seek(const Item& item);
  void compare_pair(const Item& item);
  void list_events(const Item& item);
  void list_events_since(const Item& item);
  void compare_own();
  void compare_entities();
  void compare_entity(Subject subject, const Entity& a, const Entity& b);
  void compare_place(const Entity& a, const Entity& b);
  template <class Value, class Compare>
  void compare_part(PathTree::Node path, const Entity& a, const Entity& b,
                    std::optional<Value> Transform::*part, Compare compare_values);
  void compare_parent(const Entity& a, const Entity& b);
  void compare_events();
  void match_all_events();
  void match_left_events();
  bool take_from_others(std::size_t row, const std::vector<std::size_t>& others,
                        PathTree::Node path, std::size_t& looks);
  void list_differing_events(Subject subject);
  template <class KeyOf>
  void match_events(KeyOf key_of, std::size_t most_tried);
  std::uint64_t kind_key(Side side, const Event& event) const;
  bool is_same_event(const Event& a, const Event& b, PathTree::Node path);
  bool is_event_compared(const Event& event, PathTree::Node& path);
  bool is_any_chosen(const TreePart& properties, PathTree::Node above, std::uint64_t stamp);
  void add_event(Kind kind, const Event& event, PathTree::Node path);
  void add_leaves(Subject subject, const Compared& of);
  void add_values(Difference& difference, const LeafDifference& leaf, const Compared& of);
  void add_joined(Subject subject, Side side, const TreePart& properties);
  void add_joined(Subject subject, Side side, std::string_view id);
  void add_places();
  Subject subject_of_parent(Side side, const Entity& entity) const;

  const Plan& plan_;
  const Summary& known_;
  PathTree paths_;
  TreeComparer trees_;
  Cursor a_;
  BetweenFrames b_;
  std::optional<Cursor> b_events_;  ///< by time, for events of several frames
  const bool must_walk_paths_;
  std::vector<bool> is_path_listed_;  ///< by PathId: this thread has handed it over

  // Of the item that is compared.
  const Frame* frame_a_ = nullptr;
  const Frame* frame_b_ = nullptr;
  ItemResult* out_ = nullptr;
  bool lists_same_ = false;
  std::vector<LeafDifference> leaves_;
  std::vector<LeafDifference> alone_b_;
  std::vector<std::uint64_t> seen_b_;  ///< by place in frame_b_: the comparison that met it
  std::uint64_t comparison_ = 0;
  PropertyTree events_tree_;
  std::vector<Event> events_a_;
  std::vector<Event> events_b_;
  static constexpr std::size_t kNoEvent = static_cast<std::size_t>(-1);
  std::vector<std::size_t> match_a_;  ///< by place in events_a_: that of its match in events_b_
  std::vector<std::size_t> match_b_;  ///< by place in events_b_
  // Paths that stand above and beside an entity's own.
  struct FixedPaths {
    PathTree::Node parent = 0;
    PathTree::Node position = 0;
    PathTree::Node rotation = 0;
    PathTree::Node scale = 0;
    PathTree::Node events = 0;
  };
  FixedPaths fixed_;
  void claim_fixed_paths();
};

}  // namespace scrubjay::compare
