#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "core/frame.h"
#include "formats/xrec/read/path_table.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// An object's place in the world as formats/xrec/README.md, 7.3 composes it, channel by channel;
/// what was not recorded counts as position 0, rotation identity and scale 1 in the parent's space.
struct Placement {
  glm::dvec3 position{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  /// Something that was recorded here is relative to a parent of which nothing was recorded.
  bool is_parent_missing = false;
  /// There is a parent, near or far, of which nothing was recorded.
  bool has_unrecorded_above = false;
};

/// Places all objects. `state` has a row for each path. O(objects): a parent's row comes before its
/// children's.
void place_all(const PathTable& paths, const State& state, std::vector<Placement>& out);

/// The channels that were recorded, in the world.
Transform world_transform(const EntityState& state, const Placement& placement);
/// The channels that were recorded relative to the parent, as recorded.
Transform local_transform(const EntityState& state);

/// The value of a position or scale channel.
glm::dvec3 vector_of(const ChannelValue& value);
/// The value of a rotation channel, made unit length where it is not; the identity where it is no
/// rotation.
glm::dquat rotation_of(const ChannelValue& value);

}  // namespace scrubjay::xrec
