#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/xrec/read/nrbf.h"

namespace scrubjay::xrec {

/// A member or element where the walk meets it.
struct NrbfPlace {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t parent = kNone;  ///< row of the object that holds it; kNone at the walk's start
  std::uint32_t slot = 0;        ///< which member or element of it
  std::uint32_t depth = 0;       ///< 0 at the walk's start
};

/// What a visitor makes of an object or array that the walk meets for the first time.
enum class NrbfEntry : std::uint8_t {
  expand,  ///< its members and elements follow, then leave()
  leaf,    ///< shown whole; a later mention is another one of the same
  hidden,  ///< not shown: a later mention is again the first
};

/// Depth-first through what an object reaches, each instance and array once
/// (formats/xrec/README.md, 6.3: graphs), in a loop, so that a chain of any length is bounded by
/// memory alone. Strings are leaves and come as often as they are mentioned. A walker may be used
/// for one graph after another.
class NrbfWalker {
 public:
  /// The visitor has
  ///
  ///     NrbfEntry enter(const NrbfPlace&, std::uint32_t object);    // instance or array
  ///     void leave();
  ///     void leaf(const NrbfPlace&, const NrbfValue&);              // null, primitive, string
  ///     void again(const NrbfPlace&, std::uint32_t object);         // met before in this walk
  template <class Visitor>
  void walk(const NrbfGraph& graph, std::uint32_t root, Visitor& visitor) {
    begin(graph);
    NrbfValue start;
    start.form = NrbfValue::Form::object;
    start.object = root;
    meet(graph, {}, start, visitor);
    while (!stack_.empty()) {
      Open& open = stack_.back();
      const NrbfObject& object = graph.object(open.object);
      if (open.next == object.count) {
        stack_.pop_back();
        visitor.leave();
        continue;
      }
      const std::uint32_t slot = open.next++;
      const NrbfPlace place{open.object, slot, static_cast<std::uint32_t>(stack_.size())};
      meet(graph, place, graph.value(object, slot), visitor);
    }
  }

  /// During a walk: where an object that was met first stands. Follow `parent` up for its path.
  const NrbfPlace& first_place(std::uint32_t object) const { return places_[object]; }

 private:
  struct Open {
    std::uint32_t object;
    std::uint32_t next;
  };

  void begin(const NrbfGraph& graph) {
    stack_.clear();
    // A stamp per walk, so that beginning costs nothing for the objects that are not reached.
    if (++stamp_ == 0) {
      stamps_.assign(stamps_.size(), 0);
      stamp_ = 1;
    }
    if (stamps_.size() < graph.objects().size()) {
      stamps_.resize(graph.objects().size());
      places_.resize(graph.objects().size());
    }
  }

  template <class Visitor>
  void meet(const NrbfGraph& graph, const NrbfPlace& place, const NrbfValue& value,
            Visitor& visitor) {
    if (value.form != NrbfValue::Form::object ||
        graph.object(value.object).form == NrbfObject::Form::text) {
      visitor.leaf(place, value);
      return;
    }
    if (stamps_[value.object] == stamp_) {
      visitor.again(place, value.object);
      return;
    }
    const NrbfEntry entry = visitor.enter(place, value.object);
    if (entry == NrbfEntry::hidden) return;
    stamps_[value.object] = stamp_;
    places_[value.object] = place;
    if (entry == NrbfEntry::expand) stack_.push_back({value.object, 0});
  }

  std::vector<Open> stack_;
  std::vector<std::uint32_t> stamps_;
  std::vector<NrbfPlace> places_;
  std::uint32_t stamp_ = 0;
};

}  // namespace scrubjay::xrec
