#include <algorithm>

#include "core/text.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/decoder.h"

namespace scrubjay::mcap {

/// What the messages of a block are about. Of the index pass only the last in each block is known.
void Decoder::find_updates(std::uint32_t block, Frame& out) {
  const bool is_known = updates_.block == block &&
                        (updates_.is_complete || updates_.known_entities == index_.entities.size());
  if (is_known) return;
  updates_.block = block;
  updates_.known_entities = index_.entities.size();
  updates_.is_complete = true;
  updates_.list.clear();
  const auto loaded = load(block, out);
  for (std::uint32_t i = 0; i < loaded->messages.size(); ++i) {
    const ReadChannel* const channel = index_.channel(loaded->messages[i].channel);
    if (channel == nullptr) {
      updates_.is_complete = false;
      continue;
    }
    if (!is_state_role(channel->role)) continue;
    const auto add = [&](const Item& item) {
      const EntityIndex entity = entity_of(key_of(*channel, scratch_, item));
      if (entity.exists()) updates_.list.push_back({i, item.number, entity});
      updates_.is_complete = updates_.is_complete && entity.exists();
    };
    scratch_.clear();
    if (channel->role == Role::state || channel->role == Role::pose) {
      add({});
      continue;
    }
    values_.append(scratch_, *channel, loaded->message(i).data);
    each_item(*channel, scratch_, {0, scratch_.size()}, add);
  }
}

void Decoder::find_steps(const FrameMessages& messages, Frame& out) {
  const auto row_of = [&](EntityIndex entity) {
    return static_cast<std::size_t>(std::ranges::lower_bound(alive_, entity) - alive_.begin());
  };
  if (messages.end > 0 && messages.end_block < index_.map.blocks.size()) {
    find_updates(messages.end_block, out);
    for (const Update& update : updates_.list) {
      if (update.message >= messages.end) break;
      const std::size_t row = row_of(update.entity);
      if (row >= alive_.size() || alive_[row] != update.entity) continue;
      states_[row].is_found = true;
      states_[row].at = {
          .block = messages.end_block, .message = update.message, .item = update.item};
    }
  }
  for (std::size_t row = 0; row < alive_.size(); ++row) {
    State& state = states_[row];
    if (!state.is_found) state.is_found = find_step(alive_[row], messages.end_block, state, out);
  }
}

/// In the blocks before that one. Of a block whose index is wrong its messages say which is the
/// entity's last.
bool Decoder::find_step(EntityIndex entity, std::uint32_t before, State& state, Frame& out) {
  std::uint32_t step = index_.step_before(entity, before);
  for (; step != Step::kNone; step = index_.steps[step].previous) {
    state.at = index_.steps[step];
    if (index_.notes[state.at.block].places_sum == 0) return true;
    const auto known = told_right_.find(state.at.block);
    if (known != told_right_.end() && known->second) return true;
    const auto loaded = load(state.at.block, out);
    if (is_told_right(state.at.block, *loaded)) return true;
    for (auto i = static_cast<std::uint32_t>(loaded->messages.size()); i-- > 0;) {
      const ReadChannel* const channel = index_.channel(loaded->messages[i].channel);
      if (channel == nullptr || !is_state_role(channel->role)) continue;
      state.at.message = i;
      if (entity_of(key_of(*channel, {}, {})) == entity) return true;
    }
  }
  return false;
}

void Decoder::read_item(const ReadChannel& channel, const Item& item, std::size_t row, Frame& out) {
  Entity& entity = out.entities[row];
  State& state = states_[row];
  const PropertyTree& from = scratch_;
  if (is_transform_role(channel.role)) {
    state.parent_frame = text_member(from, item.properties, "parent_frame_id");
    entity.local.position = vec3_member(from, item.properties, "translation");
    entity.local.rotation = quat_member(from, item.properties, "rotation");
  } else {
    state.is_placed = true;
    const std::string_view frame = text_member(from, item.properties, "frame_id");
    if (channel.role == Role::pose) {
      entity.local = pose_member(from, item.properties, "pose");
      place_in(frame, entity, out);
    }
    if (channel.role == Role::scene) place_in(frame, entity, out);
  }
  const PropertyTree::Node mark = out.tree.size();
  out.tree.append_copy(from, item.properties);
  if (channel.role == Role::scene) add_scene_shapes(from, item.properties, entity, out.tree);
  entity.properties = out.tree.since(mark);
}

/// Each message once, for all that it is about.
void Decoder::read_messages(bool are_transforms, Frame& out) {
  const auto place = [&](std::size_t row) {
    return packed_place(states_[row].at.block, states_[row].at.message);
  };
  for (std::size_t i = 0; i < order_.size();) {
    std::size_t end = i + 1;
    while (end < order_.size() && place(order_[end]) == place(order_[i])) ++end;
    const Step at = states_[order_[i]].at;
    const auto block = load(at.block, out);
    const ReadChannel* const channel = at.message < block->messages.size()
                                           ? index_.channel(block->messages[at.message].channel)
                                           : nullptr;
    const bool is_transform = channel != nullptr && is_transform_role(channel->role);
    if (channel == nullptr || is_transform != are_transforms) {
      i = end;
      continue;
    }
    scratch_.clear();
    const auto message = block->message(at.message);
    const MessageOutcome outcome = values_.append(scratch_, *channel, message.data);
    // Of the others the index pass has told.
    const bool is_new = channel->role == Role::state || channel->role == Role::pose;
    if (is_new) note_outcome(outcome, *channel, at.block, out);
    const bool is_whole = outcome < MessageOutcome::damaged;
    std::size_t next = i;
    each_item(*channel, scratch_, {0, scratch_.size()}, [&](const Item& item) {
      while (next < end && states_[order_[next]].at.item < item.number) ++next;
      for (; next < end && states_[order_[next]].at.item == item.number; ++next) {
        states_[order_[next]].channel = channel;
        read_item(*channel, item, order_[next], out);
        // Where the pose cannot be read nothing is known of the place.
        Entity& entity = out.entities[order_[next]];
        if (!is_whole && channel->role == Role::pose && entity.local.empty()) entity.world = {};
      }
    });
    i = end;
  }
}

/// Places one frame of transforms, and first those that it hangs on.
void Decoder::place_chain(std::size_t row, Frame& out) {
  std::vector<std::size_t> chain;
  for (std::size_t at = row; !states_[at].is_placed;) {
    chain.push_back(at);
    states_[at].is_placed = true;  // also ends a circle
    const EntityIndex parent = entity_of(frame_key(states_[at].parent_frame));
    const auto found = std::ranges::lower_bound(alive_, parent);
    if (!parent.exists() || found == alive_.end() || *found != parent) break;
    const auto next = static_cast<std::size_t>(found - alive_.begin());
    if (next != at) out.entities[at].parent = parent;
    if (chain.size() >= static_cast<std::size_t>(limits::kDeepestFrame)) break;
    at = next;
  }
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    Entity& entity = out.entities[*at];
    const Entity* const parent = entity.parent.exists() ? out.find(entity.parent) : nullptr;
    entity.world = parent == nullptr ? entity.local : compose(parent->world, entity.local);
  }
}

void Decoder::place_all(Frame& out) {
  for (std::size_t row = 0; row < states_.size(); ++row) {
    const bool is_frame = states_[row].channel != nullptr && !states_[row].is_placed;
    if (is_frame) place_chain(row, out);
  }
}

void Decoder::place_in(std::string_view frame, Entity& entity, Frame& out) {
  const EntityIndex parent = entity_of(frame_key(frame));
  const Entity* const found =
      parent.exists() && parent != entity.index ? out.find(parent) : nullptr;
  if (found != nullptr) entity.parent = parent;
  Transform local = entity.local;
  if (!local.position) local.position = glm::dvec3(0.0);
  // What has no pose of its own is turned like the frame.
  if (entity.local.empty()) local.rotation = glm::dquat(1, 0, 0, 0);
  entity.world = found == nullptr ? local : compose(found->world, local);
}

void Decoder::decode_states(FrameIndex frame, Frame& out) {
  alive_.clear();
  recording_.visit_alive(frame, [&](EntityIndex entity) { alive_.push_back(entity); });
  std::ranges::sort(alive_);
  states_.assign(alive_.size(), State());
  for (const EntityIndex index : alive_) {
    Entity& entity = out.entities.emplace_back();
    const EntityInfo info = recording_.entity(index);
    entity.index = index;
    entity.name = info.name;
    entity.kind = info.kind;
  }
  find_steps(index_.frames[frame.value], out);
  order_.clear();
  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (states_[row].is_found) order_.push_back(row);
  }
  std::ranges::sort(order_, {}, [&](std::size_t row) {
    const Step& at = states_[row].at;
    return std::tuple(at.block, at.message, at.item);
  });
  // Everything else may stand in a frame of transforms.
  read_messages(true, out);
  place_all(out);
  read_messages(false, out);
}

}  // namespace scrubjay::mcap
