#include "formats/xrec/read/interpolation.h"

#include <algorithm>
#include <array>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <tuple>

#include "core/growing_column.h"
#include "core/steady_math.h"
#include "formats/xrec/read/composition.h"

namespace scrubjay::xrec {

namespace {

ChannelValue slerp(const ChannelValue& from, const ChannelValue& to, double part) {
  const glm::dquat q = steady::slerp(rotation_of(from), rotation_of(to), part);
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

ChannelValue mix(const ChannelValue& from, const ChannelValue& to, double part) {
  ChannelValue value;
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] = static_cast<float>(static_cast<double>(from[i]) * (1.0 - part) +
                                  static_cast<double>(to[i]) * part);
  }
  return value;
}

}  // namespace

ChannelValue interpolate(const ChannelState& before, const Sample& next, double median_gap,
                         double rtss) {
  if (before.is_local != next.is_local) return before.value;
  const double gap = next.rtss - before.rtss;
  const bool rests = median_gap > 0 && gap > kRestGaps * median_gap;
  const double length = rests ? median_gap : gap;
  const double begin = next.rtss - length;
  if (rtss <= begin || !(length > 0)) return before.value;
  const double part = std::min((rtss - begin) / length, 1.0);
  return next.channel == Channel::rotation ? slerp(before.value, next.value, part)
                                           : mix(before.value, next.value, part);
}

std::vector<double> gaps_between(std::vector<double>& times) {
  if (!std::ranges::is_sorted(times)) std::ranges::sort(times);
  std::vector<double> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) gaps.push_back(times[i] - times[i - 1]);
  }
  return gaps;
}

double upper_median(std::vector<double>& gaps) {
  if (gaps.empty()) return 0;
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::ranges::nth_element(gaps, middle);
  return *middle;
}

ChannelIndex::ChannelIndex(const FileIndex& index)
    : index_(index), channels_(index.paths.size() * kChannels), least_begin_(index.order.size()) {
  std::vector<std::vector<double>> times(channels_.size());
  EventPacketReader reader;
  PacketPaths paths;
  std::vector<Sample> samples;
  for (std::uint32_t i = 0; i < index.order.size(); ++i) {
    read_samples(index, index.order[i].packet, reader, paths, samples);
    for (const Sample& sample : samples) {
      const std::size_t at = row(sample.entity, sample.channel);
      times[at].push_back(sample.rtss);
      std::vector<std::uint32_t>& packets = channels_[at].packets;
      if (packets.empty() || packets.back() != i) packets.push_back(i);
    }
  }
  std::array<std::vector<double>, kChannels> gaps_of_kind;
  std::vector<std::size_t> with_one_gap;
  for (std::size_t at = 0; at < times.size(); ++at) {
    std::vector<double> gaps = gaps_between(times[at]);
    times[at] = {};
    std::vector<double>& of_kind = gaps_of_kind[at % kChannels];
    of_kind.insert(of_kind.end(), gaps.begin(), gaps.end());
    if (gaps.size() == 1) with_one_gap.push_back(at);
    channels_[at].median_gap = upper_median(gaps);
  }
  std::array<double, kChannels> median_of_kind{};
  std::ranges::transform(gaps_of_kind, median_of_kind.begin(), upper_median);
  for (const std::size_t at : with_one_gap) {
    channels_[at].median_gap = median_of_kind[at % kChannels];
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = least_begin_.size(); i-- > 0;) {
    least = std::min(least, index.order[i].rtss.begin);
    least_begin_[i] = least;
  }
}

std::optional<Sample> ChannelIndex::next(std::uint32_t entity, Channel channel, double rtss,
                                         PacketCache& cache) const {
  const std::vector<std::uint32_t>& packets = channels_[row(entity, channel)].packets;
  std::optional<Sample> best;
  std::uint32_t best_packet = 0;
  for (std::size_t i =
           partition_row(packets.size(),
                         [&](std::size_t k) { return index_.order[packets[k]].rtss.end <= rtss; });
       i < packets.size(); ++i) {
    if (best && least_begin_[packets[i]] > best->rtss) break;
    const std::uint32_t packet = index_.order[packets[i]].packet;
    if (best && index_.packets[packet].rtss.begin > best->rtss) continue;
    constexpr double kEver = std::numeric_limits<double>::infinity();
    for (const Sample& sample : samples_between(cache.samples(packet), rtss, kEver)) {
      if (sample.entity != entity || sample.channel != channel) continue;
      if (!best || std::tie(sample.rtss, packet) < std::tie(best->rtss, best_packet)) {
        best = sample;
        best_packet = packet;
      }
      break;
    }
  }
  return best;
}

void interpolate_all(const ChannelIndex& channels, double rtss, PacketCache& cache,
                     KnownNexts& known, State& state) {
  known.resize(state.size());
  for (std::uint32_t entity = 0; entity < state.size(); ++entity) {
    for (std::size_t i = 0; i < kChannels; ++i) {
      ChannelState& held = state[entity].channels[i];
      const auto channel = static_cast<Channel>(i);
      if (!held.is_set()) continue;
      KnownNext& next = known[entity][i];
      if (!next.holds_at(rtss)) {
        next = {held.rtss, channels.next(entity, channel, rtss, cache)};
      }
      if (!next.sample) continue;
      held.value = interpolate(held, *next.sample, channels.median_gap(entity, channel), rtss);
    }
  }
}

}  // namespace scrubjay::xrec
