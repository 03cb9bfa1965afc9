#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/xrec/read/known_events.h"
#include "formats/xrec/read/nrbf.h"

namespace scrubjay::xrec {

/// What the names of a class's members say (formats/xrec/README.md, 6.3), found once per class of a
/// stream.
struct NrbfClassPlan {
  static constexpr std::uint16_t kNoMember = 0xFFFF;

  bool is_ready = false;
  bool is_enumeration = false;  ///< its only member is `value__`
  EventKind kind = EventKind::other;
  std::vector<std::string_view> shown_names;  ///< of the members; point into the stream
  std::array<std::uint16_t, kKnownFields> known{};
  std::vector<std::uint16_t> frames;  ///< members that may hold the frame, best first
  std::vector<std::uint16_t> times;   ///< members that may hold the time, best first
  /// Members x, y, z (and w), or r, g, b, a, when these are all and all of type Single.
  PropertyType numbers = PropertyType::null;  ///< vec3, vec4, quat or color
  std::array<std::uint16_t, 4> components{};
};

/// The plans of a stream's classes, made when first asked for.
class NrbfClasses {
 public:
  /// For another stream, or the same graph decoded anew.
  void reset(const NrbfGraph& graph);
  const NrbfClassPlan& plan(const NrbfGraph& graph, std::uint32_t type);

 private:
  std::vector<NrbfClassPlan> plans_;
};

/// The part after the last '+'; of `<Name>k__BackingField` only `Name`.
std::string_view shown_name(std::string_view member);

}  // namespace scrubjay::xrec
