#include "formats/xrec/read/state_seeker.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

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
  const std::size_t ended = index_.order.ended_at(rtss);
  const auto base = index_.checkpoints.before(ended);
  // Going on from the state at hand is cheaper as long as no checkpoint lies in between.
  const bool is_near = is_placed_ && rtss >= rtss_ &&
                       (base == nullptr || base->packets <= index_.order.ended_at(rtss_));
  if (is_near) {
    advance(rtss);
  } else {
    start_over(rtss, ended, base.get());
  }
  // Rows may have been added since.
  state_.resize(index_.paths.size());
  is_placed_ = true;
  rtss_ = rtss;
  return state_;
}

namespace {

constexpr double kEver = -std::numeric_limits<double>::infinity();

}  // namespace

void StateSeeker::start_over(double rtss, std::size_t ended, const Checkpoints::Checkpoint* base) {
  state_.assign(index_.paths.size(), {});
  if (base != nullptr) base->restore(state_);
  index_.order.visit(rtss, rtss, [&](const PacketOrder::Row& row) {
    if (row.rtss.end > rtss) merge(row.packet, kEver, rtss);
  });
  merge_back(base == nullptr ? 0 : base->packets, ended, rtss);
}

/// The packets of rows [merged, ended) of the order, the last one first.
void StateSeeker::merge_back(std::size_t merged, std::size_t ended, double rtss) {
  open_channels_.clear();
  const std::size_t entities = std::min(index_.sample_counts.size(), state_.size());
  for (std::uint32_t entity = 0; entity < entities; ++entity) {
    for (std::size_t i = 0; i < kChannels; ++i) {
      if (index_.sample_counts[entity][i].load(std::memory_order_relaxed) == 0) continue;
      open_channels_.push_back(channel_number(entity, static_cast<Channel>(i)));
    }
  }
  bool has_merged = true;
  for (std::size_t i = ended; i-- > merged;) {
    // What the last packet does not replace of those before.
    if (i + 1 < ended && i < index_.rests.packets()) {
      index_.rests.visit(i, [&](const HeldSample& sample) { apply_held(state_, sample); });
      continue;
    }
    const PacketOrder::Row& row = index_.order[i];
    if (std::exchange(has_merged, false)) leave_known(row);
    if (!index_.touched.meets(index_.packets[row.packet].touched, open_mask_)) continue;
    merge(row.packet, kEver, rtss);
    has_merged = true;
  }
}

/// Drops the channels that hold a later value than `next` and all before it can have.
void StateSeeker::leave_known(const PacketOrder::Row& next) {
  open_mask_.clear();
  std::erase_if(open_channels_, [&](std::uint32_t number) {
    const ChannelState& channel = state_[number / kChannels].channels[number % kChannels];
    const bool is_known = channel.is_set() && std::tie(channel.rtss, channel.packet) >
                                                  std::tie(next.rtss.end, next.packet);
    if (!is_known) open_mask_.add(number);
    return is_known;
  });
  open_mask_.fold();
}

void StateSeeker::advance(double rtss) {
  if (rtss == rtss_) return;
  index_.order.visit(rtss_, rtss,
                     [&](const PacketOrder::Row& row) { merge(row.packet, rtss_, rtss); });
}

void StateSeeker::merge(std::uint32_t packet, double after, double until) {
  // A packet that is known has its paths in the table.
  if (state_.size() < index_.paths.size()) state_.resize(index_.paths.size());
  for (const Sample& sample : samples_between(cache_.samples(packet), after, until)) {
    apply(state_, sample, packet);
  }
}

}  // namespace scrubjay::xrec
