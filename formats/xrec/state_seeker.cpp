#include "formats/xrec/state_seeker.h"

#include <algorithm>
#include <limits>

#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

std::span<const Sample> PacketCache::samples(std::uint32_t packet) {
  const auto known = std::ranges::find(entries_, packet, &Entry::packet);
  if (known != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, known);
    return entries_.front().samples;
  }
  // The storage of what goes soon is used again.
  if (bytes_ > limits::kMostPacketCacheBytes / 2) {
    entries_.splice(entries_.begin(), entries_, std::prev(entries_.end()));
    bytes_ -= entries_.front().bytes();
  } else {
    entries_.emplace_front();
  }
  Entry& entry = entries_.front();
  entry.packet = packet;
  read_samples(index_, packet, reader_, paths_, entry.samples);
  bytes_ += entry.bytes();
  while (bytes_ > limits::kMostPacketCacheBytes && entries_.size() > 1) {
    bytes_ -= entries_.back().bytes();
    entries_.pop_back();
  }
  return entry.samples;
}

const State& StateSeeker::seek(double rtss) {
  const std::uint32_t ended = index_.ended_at(rtss);
  const Checkpoints::Checkpoint* base = index_.checkpoints.before(ended);
  // Going on from the state at hand is cheaper as long as no checkpoint lies in between.
  const bool is_near =
      is_placed_ && rtss >= rtss_ && (base == nullptr || base->packets <= index_.ended_at(rtss_));
  if (is_near) {
    advance(rtss);
  } else {
    start_over(rtss, ended);
  }
  is_placed_ = true;
  rtss_ = rtss;
  return state_;
}

void StateSeeker::start_over(double rtss, std::uint32_t ended) {
  constexpr double kEver = -std::numeric_limits<double>::infinity();
  state_.clear();
  std::uint32_t merged = 0;
  if (const Checkpoints::Checkpoint* base = index_.checkpoints.before(ended)) {
    state_.assign(base->state.begin(), base->state.end());
    merged = base->packets;
  }
  state_.resize(index_.paths.size());
  for (std::uint32_t i = merged; i < ended; ++i) merge(index_.by_end[i], kEver, rtss);
  index_.packet_tree.stab(rtss, [&](std::uint32_t packet) {
    if (index_.packets[packet].rtss.end > rtss) merge(packet, kEver, rtss);
  });
}

void StateSeeker::advance(double rtss) {
  if (rtss == rtss_) return;
  index_.packet_tree.overlap(rtss_, rtss,
                             [&](std::uint32_t packet) { merge(packet, rtss_, rtss); });
}

void StateSeeker::merge(std::uint32_t packet, double after, double until) {
  if (index_.packets[packet].samples == 0) return;
  for (const Sample& sample : samples_between(cache_.samples(packet), after, until)) {
    apply(state_, sample, packet);
  }
}

}  // namespace scrubjay::xrec
