#include "formats/xrec/read/composition.h"

#include <cmath>

namespace scrubjay::xrec {

glm::dvec3 vector_of(const ChannelValue& value) { return {value[0], value[1], value[2]}; }

glm::dquat rotation_of(const ChannelValue& value) {
  const glm::dquat q(static_cast<double>(value[3]), static_cast<double>(value[0]),
                     static_cast<double>(value[1]), static_cast<double>(value[2]));
  const double square = glm::dot(q, q);
  // What float32 rounding leaves is shown as recorded.
  if (std::abs(square - 1.0) < 1e-6) return q;
  if (!std::isfinite(square) || square < 1e-30) return {1.0, 0.0, 0.0, 0.0};
  return q / std::sqrt(square);
}

namespace {

Placement place(const EntityState& state, const Placement& parent) {
  Placement result;
  const ChannelState& position = state.of(Channel::position);
  const ChannelState& rotation = state.of(Channel::rotation);
  const ChannelState& scale = state.of(Channel::scale);
  const glm::dvec3 p = position.is_set() ? vector_of(position.value) : glm::dvec3(0.0);
  result.position = position.is_set() && !position.is_local
                        ? p
                        : parent.position + parent.rotation * (parent.scale * p);
  // What float32 left of the unit length would grow with every level and every metre.
  const glm::dquat q = rotation.is_set() ? glm::normalize(rotation_of(rotation.value))
                                         : glm::dquat(1.0, 0.0, 0.0, 0.0);
  result.rotation = rotation.is_set() && !rotation.is_local ? q : parent.rotation * q;
  result.scale = scale.is_set() ? parent.scale * vector_of(scale.value) : parent.scale;
  return result;
}

bool depends_on_parent(const EntityState& state) {
  for (const ChannelState& channel : state.channels) {
    if (channel.is_set() && channel.is_local) return true;
  }
  return false;
}

}  // namespace

void place_all(const PathTable& paths, const State& state, std::vector<Placement>& out) {
  out.resize(state.size());
  for (std::uint32_t row = 0; row < state.size(); ++row) {
    const std::uint32_t above = paths.parent(row);
    if (above == PathTable::kNone) {
      out[row] = place(state[row], Placement());
      continue;
    }
    out[row] = place(state[row], out[above]);
    out[row].has_unrecorded_above = out[above].has_unrecorded_above || !state[above].is_recorded();
    out[row].is_parent_missing = out[row].has_unrecorded_above && depends_on_parent(state[row]);
  }
}

Transform world_transform(const EntityState& state, const Placement& placement) {
  Transform world;
  if (state.of(Channel::position).is_set()) world.position = placement.position;
  const ChannelState& rotation = state.of(Channel::rotation);
  if (rotation.is_set()) {
    world.rotation = rotation.is_local ? placement.rotation : rotation_of(rotation.value);
  }
  if (state.of(Channel::scale).is_set()) world.scale = placement.scale;
  return world;
}

Transform local_transform(const EntityState& state) {
  Transform local;
  const auto is_local = [&](Channel channel) {
    return state.of(channel).is_set() && state.of(channel).is_local;
  };
  if (is_local(Channel::position)) {
    local.position = vector_of(state.of(Channel::position).value);
  }
  if (is_local(Channel::rotation)) {
    local.rotation = rotation_of(state.of(Channel::rotation).value);
  }
  if (is_local(Channel::scale)) local.scale = vector_of(state.of(Channel::scale).value);
  return local;
}

}  // namespace scrubjay::xrec
