#include <algorithm>

#include "core/text.h"
#include "formats/mcap/read/decoder.h"
#include "formats/mcap/read/own_state.h"

namespace scrubjay::mcap {

namespace {

/// Numbers of fields of a State that are the recording's own begin here (formats/mcap/README.md,
/// 5.4).
constexpr std::uint32_t kFirstOwn = 16;

}  // namespace

void Decoder::decode_own_state(const ReadChannel& channel, Bytes state, std::uint32_t block,
                               Frame& out) {
  OwnSelf self;
  if (!read_self(state, self)) return;
  const EntityIndex index = entity_of(own_key(channel.stream, self.label));
  if (!index.exists()) {
    has_unknown_ = true;
    return;
  }
  Entity entity;
  entity.index = index;
  entity.name = out.tree.keep(valid_utf8(self.name));
  const EntityInfo info = recording_.entity(index);
  entity.kind = info.kind;
  entity.world = self.world;
  entity.local = self.local;
  entity.box = self.box;
  entity.lamp = self.lamp;
  entity.stands_for_frame = self.stands_for_frame;
  const PropertyTree::Node mark = out.tree.size();
  if (out.wants(index)) {
    note_outcome(values_.append(out.tree, channel, state, kFirstOwn), channel, block, out);
  }
  entity.properties = out.tree.since(mark);
  out.entities.push_back(entity);
  // Its parent is found when all are there.
  states_.emplace_back().parent_frame = self.parent;
}

void Decoder::decode_own_message(const ReadChannel& channel, Bytes message, std::uint32_t block,
                                 Frame& out) {
  if (channel.stream != out.stream) return;
  if (channel.role == Role::own_entity) decode_own_state(channel, message, block, out);
  if (channel.role == Role::own_table) {
    each_row(message, [&](Bytes row) { decode_own_state(channel, row, block, out); });
  }
  if (channel.role == Role::own_frame) {
    const OwnFrame own = read_own_frame(message);
    ++own_frames_;
    is_own_frame_right_ = own.time == out.time && own.number == out.number;
    const PropertyTree::Node mark = out.tree.size();
    note_outcome(values_.append(out.tree, channel, message, kFirstOwn), channel, block, out);
    out.properties = out.tree.since(mark);
  }
}

/// Tells where a file's own index lied: what was decoded is what the messages say.
void Decoder::check_carried(FrameIndex frame, const FrameMessages& messages, Frame& out) {
  alive_.clear();
  recording_.visit_alive(frame, [&](EntityIndex entity) {
    if (recording_.entity(entity).stream == out.stream) alive_.push_back(entity);
  });
  std::ranges::sort(alive_);
  const bool has_same = std::ranges::equal(alive_, out.entities, {}, {}, &Entity::index);
  if (has_same && !has_unknown_ && own_frames_ == 1 && is_own_frame_right_) return;
  Problem problem;
  problem.severity = Severity::error;
  problem.code = "bad-index";
  problem.offset = index_.map.blocks[messages.first_block].record;
  problem.message = "The index that the file carries disagrees with the messages.";
  fold_into(out.problems, std::move(problem));
}

void Decoder::decode_own(FrameIndex frame, Frame& out) {
  const FrameMessages messages = index_.frames[frame.value];
  states_.clear();
  own_frames_ = 0;
  is_own_frame_right_ = has_unknown_ = false;
  for (std::uint32_t row = messages.first_block;
       row <= messages.end_block && row < index_.map.blocks.size(); ++row) {
    const auto block = load(row, out);
    const std::size_t first = row == messages.first_block ? messages.first : 0;
    const std::size_t end = row == messages.end_block
                                ? std::min<std::size_t>(messages.end, block->messages.size())
                                : block->messages.size();
    for (std::size_t i = first; i < end; ++i) {
      const ReadChannel* const channel = index_.channel(block->messages[i].channel);
      if (channel != nullptr) decode_own_message(*channel, block->message(i).data, row, out);
    }
  }
  // By row; of an entity that is told of twice the first counts.
  order_.resize(out.entities.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return out.entities[i].index; });
  const auto same = [&](std::size_t a, std::size_t b) {
    return out.entities[a].index == out.entities[b].index;
  };
  const auto rest = std::ranges::unique(order_, same);
  order_.erase(rest.begin(), rest.end());
  std::unordered_map<std::string_view, EntityIndex> by_id;
  for (const std::size_t i : order_) {
    by_id.try_emplace(recording_.entity(out.entities[i].index).id, out.entities[i].index);
  }
  std::vector<Entity> sorted;
  sorted.reserve(order_.size());
  for (const std::size_t i : order_) {
    Entity& entity = sorted.emplace_back(out.entities[i]);
    const std::string& parent = states_[i].parent_frame;
    if (parent.empty()) continue;
    const auto found = by_id.find(valid_utf8(parent));
    if (found != by_id.end()) entity.parent = found->second;
  }
  out.entities = std::move(sorted);
  if (index_.is_carried) check_carried(frame, messages, out);
}

}  // namespace scrubjay::mcap
