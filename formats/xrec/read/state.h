#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

namespace scrubjay::xrec {

/// What an event can set of an object, each for itself (formats/xrec/README.md, 7.3).
enum class Channel : std::uint8_t { position, rotation, scale };
inline constexpr std::size_t kChannels = 3;

/// x, y, z and, for rotations, w.
using ChannelValue = std::array<float, 4>;

/// One event's value of one channel; an event that sets several gives several.
struct Sample {
  double rtss = 0;
  std::uint32_t place = 0;   ///< of the event in its packet
  std::uint32_t entity = 0;  ///< row of the PathTable
  ChannelValue value{};
  Channel channel = Channel::position;
  bool is_local = false;  ///< in the parent's space
};

/// A sample of a known packet.
struct HeldSample {
  double rtss = 0;
  std::uint32_t packet = 0;  ///< row of the event packet
  std::uint32_t place = 0;
  ChannelValue value{};
  std::uint32_t entity = 0;
  Channel channel = Channel::position;
  bool is_local = false;
};

/// A channel's number among those of all objects.
inline std::uint32_t channel_number(std::uint32_t entity, Channel channel) {
  return entity * static_cast<std::uint32_t>(kChannels) + static_cast<std::uint32_t>(channel);
}

inline HeldSample held_sample(const Sample& sample, std::uint32_t packet) {
  return {.rtss = sample.rtss,
          .packet = packet,
          .place = sample.place,
          .value = sample.value,
          .entity = sample.entity,
          .channel = sample.channel,
          .is_local = sample.is_local};
}

/// The value that holds, and which event set it.
struct ChannelState {
  static constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

  double rtss = 0;
  std::uint32_t packet = kUnset;  ///< row of the event packet
  std::uint32_t place = 0;
  ChannelValue value{};
  bool is_local = false;

  bool is_set() const { return packet != kUnset; }
};

struct EntityState {
  std::array<ChannelState, kChannels> channels;

  const ChannelState& of(Channel channel) const {
    return channels[static_cast<std::size_t>(channel)];
  }
  bool is_recorded() const {
    return std::ranges::any_of(channels, [](const ChannelState& c) { return c.is_set(); });
  }
};

/// All objects by their rows; those behind the end have nothing set.
using State = std::vector<EntityState>;

/// Sets what the sample says unless the channel holds a later value: by time, then by the place in
/// the file (formats/xrec/README.md, 7.1). In whatever order samples come, the same state comes
/// out, which is what lets packets overlap and checkpoints be merged with packets. `state` must
/// have the entity's row.
inline void apply_held(State& state, const HeldSample& sample) {
  ChannelState& channel = state[sample.entity].channels[static_cast<std::size_t>(sample.channel)];
  if (channel.is_set() && std::tie(sample.rtss, sample.packet, sample.place) <
                              std::tie(channel.rtss, channel.packet, channel.place)) {
    return;
  }
  channel = {sample.rtss, sample.packet, sample.place, sample.value, sample.is_local};
}
inline void apply(State& state, const Sample& sample, std::uint32_t packet) {
  apply_held(state, held_sample(sample, packet));
}

}  // namespace scrubjay::xrec
