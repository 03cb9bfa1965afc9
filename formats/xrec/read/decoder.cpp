#include "formats/xrec/read/decoder.h"

#include <algorithm>
#include <array>

namespace scrubjay::xrec {

namespace {

constexpr std::array<std::string_view, kChannels> kChannelNames{"position", "rotation", "scale"};

}  // namespace

Decoder::Decoder(const Recording& recording, const XrecReader& reader)
    : recording_(recording), reader_(reader), seeker_(reader.file_index()) {}

void Decoder::decode(FrameIndex frame, Frame& out) {
  decode_state(reader_.file_index().frame_rtss[frame.value], Sampling::hold, out);
}

void Decoder::decode_at(Seconds time, Sampling sampling, Frame& out) {
  const FileIndex& index = reader_.file_index();
  // Before the first frame the first one is shown.
  const double rtss = std::max(index.rtss_at(time), index.frame_rtss[out.index.value]);
  decode_state(rtss, sampling, out);
}

void Decoder::decode_state(double rtss, Sampling sampling, Frame& out) {
  const State* state = &seeker_.seek(rtss);
  // Before, nobody knows how long an object usually takes from one value to the next.
  if (sampling == Sampling::linear && reader_.file_index().is_whole) {
    between_.assign(state->begin(), state->end());
    interpolate_all(reader_.channels(), rtss, seeker_.cache(), next_, between_);
    state = &between_;
  }
  place_all(reader_.file_index().paths, *state, placements_);
  alive_.clear();
  recording_.visit_alive(out.index, [&](EntityIndex entity) { alive_.push_back(entity); });
  std::ranges::sort(alive_);
  for (const EntityIndex entity : alive_) {
    if (out.wants(entity)) write_entity(entity, (*state)[entity.value], out);
  }
}

void Decoder::write_entity(EntityIndex index, const EntityState& state, Frame& out) {
  const PathTable& paths = reader_.file_index().paths;
  const Placement& placement = placements_[index.value];
  Entity& entity = out.entities.emplace_back();
  entity.index = index;
  if (paths.parent(index.value) != PathTable::kNone) {
    entity.parent = EntityIndex(paths.parent(index.value));
  }
  entity.name = paths.name(index.value);
  entity.precision = Precision::float32;
  entity.world = world_transform(state, placement);
  entity.local = local_transform(state);
  const PropertyTree::Node mark = out.tree.size();
  write_channels(index.value, state, placement.is_parent_missing, out.tree);
  entity.properties = out.tree.since(mark);
}

/// Which channels were recorded, in which space and when last (formats/xrec/README.md, 7.3), and
/// how often in the whole recording.
void Decoder::write_channels(std::uint32_t entity, const EntityState& state, bool is_parent_missing,
                             PropertyTree& tree) {
  const auto group = tree.open("channels", PropertyType::group);
  for (std::size_t i = 0; i < kChannels; ++i) {
    const ChannelState& channel = state.channels[i];
    if (!channel.is_set()) {
      tree.text(kChannelNames[i], "not recorded");
      continue;
    }
    const auto recorded = tree.open(kChannelNames[i], PropertyType::group);
    tree.number("set at", channel.rtss - reader_.file_index().origin, Precision::float64, "s");
    tree.text("space", channel.is_local ? "local" : "world");
    tree.close(recorded);
  }
  const auto counts = tree.open("samples", PropertyType::group);
  for (std::size_t i = 0; i < kChannels; ++i) {
    const auto& known = reader_.file_index().sample_counts;
    tree.integer(kChannelNames[i], entity < known.size() ? known[entity][i].load() : 0);
  }
  tree.close(counts);
  for (PropertyTree::Node node = counts; node < tree.size(); ++node) {
    tree.node_for_edit(node).role = PropertyRole::capture;
  }
  tree.close(group);
  if (is_parent_missing) tree.text("parent", "not recorded");
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventInfo info = recording_.event(event);
  if (event_packet_ != info.source_offset) {
    event_packet_.reset();
    const auto packet = event_packet_at(reader_.file_index().file, info.source_offset);
    Problems told_before;
    if (!packet || !event_reader_.open(*packet, told_before)) return;
    event_packet_ = info.source_offset;
  }
  event_reader_.properties(info.source_detail, out);
}

}  // namespace scrubjay::xrec
