#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

enum class FilterKind : std::uint8_t { event, property };
enum class MemberType : std::uint8_t { string, number, boolean };
enum class MemberMode : std::uint8_t { contains, equals, similar, different, less, more };

/// Two numbers are similar when they differ by less.
inline constexpr double kSimilar = 0.1;

/// One condition on a property.
///
/// `name` is a part of the property's name, ASCII letters compared without case; empty: any
/// property. What is inside a property follows its name after a dot: `velocity.x`, `color.r`,
/// `target.name` and `target.id` of a reference, `loot.item` for the cells below a table's heading
/// "item", `Vision.radius` of a shape, for which `radius` is enough. A name with '/' is looked for
/// in the whole path from the outermost group on: `stats/Health`.
struct FilterMember {
  std::string name = {};
  MemberType type = MemberType::string;
  std::string text = {};  ///< the value when type is string
  double number = 0;      ///< likewise
  bool boolean = false;   ///< likewise
  MemberMode mode = MemberMode::contains;

  bool operator==(const FilterMember&) const = default;
};

/// What to look for in all frames of a recording. Texts are parts of names, ASCII letters compared
/// without case; empty ones hold for everything.
struct Filter {
  FilterKind kind = FilterKind::property;
  std::string title = {};  ///< what its user calls it; says nothing about what is found
  std::string name = {};   ///< of events
  std::string tag = {};    ///< of events
  std::string group = {};  ///< properties inside a group of this name, at any depth
  std::vector<FilterMember> members = {};
  /// Of events: one of several members suffices, as in the application whose files hold filters
  /// (formats/framebyframe/README.md, 17).
  bool is_any_enough = false;

  bool operator==(const Filter&) const = default;
};

/// True when both find the same things.
bool same_condition(const Filter& a, const Filter& b);

/// True when the mode says something about values of that type. Others are read as the nearest one
/// that does: a text that is similar contains the other, a number or truth value that contains
/// another equals it; a text or truth value is neither less nor more than another.
bool is_usable(MemberType type, MemberMode mode);

/// A condition in words: "Health less than 30", "events \"Death\" tagged \"combat\" with ...".
std::string describe(const Filter& filter);

/// Working storage of matching: one for each thread, reused, so that steady use allocates nothing.
struct FilterScratch {
  struct Open {
    std::uint32_t end = 0;    ///< the node after the container
    std::uint32_t path = 0;   ///< length of `path` outside of it
    std::uint32_t label = 0;  ///< where labels begin outside of it
    bool in_group = false;    ///< whether its surroundings count
  };
  std::vector<Open> open;
  std::string path;
  std::vector<std::uint8_t> satisfied;  ///< by member
  std::size_t missing = 0;              ///< members that nothing satisfied yet
  bool has_group = false;               ///< something lies in a group that counts
  std::string reason;                   ///< "Health = 12, State = Run": what satisfied the members
};

/// A filter made ready for matching. Const and without state, so that threads share it.
class FilterMatcher {
 public:
  explicit FilterMatcher(Filter filter);

  const Filter& filter() const { return filter_; }

  /// Whether an event's name and tag fit; then its properties decide, if `needs_properties()`.
  bool fits(const EventInfo& event) const;
  bool needs_properties() const { return !filter_.members.empty(); }
  /// Whether each member, or any one where that is enough, is satisfied by some property of an
  /// event. With success `scratch.reason` says by which.
  bool matches_event(const PropertyTree& tree, PropertyRange properties,
                     FilterScratch& scratch) const;
  /// Whether each member is satisfied by some property of an entity inside a group that fits; a
  /// filter without members asks for such a group. The entity's id, name, kind and position count
  /// as properties of a group "entity". O(properties * members).
  bool matches_entity(const Recording& recording, const Frame& frame, const Entity& entity,
                      FilterScratch& scratch) const;

 private:
  class Walk;
  void begin(FilterScratch& scratch) const;
  bool needs_one() const { return filter_.kind == FilterKind::event && filter_.is_any_enough; }
  bool are_members_met(const FilterScratch& scratch) const {
    return scratch.missing == 0 || (needs_one() && scratch.missing < filter_.members.size());
  }

  Filter filter_;
  std::vector<std::uint8_t> by_path_;  ///< by member: its name has a '/'
};

}  // namespace scrubjay
