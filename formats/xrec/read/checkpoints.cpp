#include "formats/xrec/read/checkpoints.h"

#include "core/growing_column.h"

namespace scrubjay::xrec {

namespace {

std::vector<HeldSample> held_of(const State& state) {
  std::size_t count = 0;
  for (const EntityState& entity : state) {
    count += static_cast<std::size_t>(std::ranges::count_if(
        entity.channels, [](const ChannelState& channel) { return channel.is_set(); }));
  }
  std::vector<HeldSample> held;
  held.reserve(count);
  for (std::uint32_t entity = 0; entity < state.size(); ++entity) {
    for (std::size_t i = 0; i < kChannels; ++i) {
      const ChannelState& channel = state[entity].channels[i];
      if (!channel.is_set()) continue;
      held.push_back({.rtss = channel.rtss,
                      .packet = channel.packet,
                      .place = channel.place,
                      .value = channel.value,
                      .entity = entity,
                      .channel = static_cast<Channel>(i),
                      .is_local = channel.is_local});
    }
  }
  return held;
}

}  // namespace

void Checkpoints::Checkpoint::restore(State& state) const {
  for (const HeldSample& sample : held) apply_held(state, sample);
}

void Checkpoints::clear() {
  spacing_ = kFirstSpacing;
  samples_since_ = 0;
  const std::lock_guard lock(mutex_);
  bytes_ = 0;
  list_.clear();
}

void Checkpoints::packet_merged(std::uint32_t packets, std::uint64_t samples, const State& state) {
  samples_since_ += samples;
  if (samples_since_ < spacing_) return;
  samples_since_ = 0;
  auto made = std::make_shared<Checkpoint>(packets, held_of(state));
  // One that cannot be kept is not.
  if (made->bytes() > budget_bytes_) return;
  const std::lock_guard lock(mutex_);
  bytes_ += made->bytes();
  list_.push_back(std::move(made));
  while (bytes_ > budget_bytes_) thin_out();
}

Checkpoints::List Checkpoints::list() const {
  const std::lock_guard lock(mutex_);
  return list_;
}

std::size_t Checkpoints::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

bool Checkpoints::restore(List list) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0 && list[i]->packets <= list[i - 1]->packets) return false;
    bytes += list[i]->bytes();
  }
  clear();
  const std::lock_guard lock(mutex_);
  list_ = std::move(list);
  bytes_ = bytes;
  return true;
}

void Checkpoints::thin_out() {
  spacing_ *= 2;
  bytes_ = 0;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < list_.size(); i += 2, ++kept) {
    bytes_ += list_[i]->bytes();
    list_[kept] = std::move(list_[i]);
  }
  list_.resize(kept);
}

std::shared_ptr<const Checkpoints::Checkpoint> Checkpoints::before(std::size_t packets) const {
  const std::lock_guard lock(mutex_);
  const std::size_t after =
      partition_row(list_.size(), [&](std::size_t i) { return list_[i]->packets <= packets; });
  return after == 0 ? nullptr : list_[after - 1];
}

}  // namespace scrubjay::xrec
