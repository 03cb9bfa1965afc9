#include "analysis/compare/offset_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/compare/frame_pairing.h"

namespace scrubjay::compare {

namespace {

using Times = std::vector<Seconds>;

/// The times of events of one name in both, rising.
struct NamedTimes {
  Times a;
  Times b;
  /// How many of them, the first ones, are of their stream's first frame.
  std::size_t begun_a = 0;
  std::size_t begun_b = 0;
};

/// Two events are at one time where they are this near.
constexpr Seconds kSameMoment = 1e-3;
/// Differences of times that are looked at.
constexpr std::size_t kMostVotes = 2'000'000;
/// Offsets that are tried on all events.
constexpr std::size_t kTried = 64;

std::vector<NamedTimes> times_by_name(const Sides& sides, std::size_t& events_of_a) {
  std::map<std::pair<std::size_t, std::string_view>, NamedTimes> names;
  events_of_a = 0;
  for (const Side side : {Side::a, Side::b}) {
    const Recording& recording = side == Side::a ? *sides.a : *sides.b;
    for (std::size_t i = 0; i < recording.event_count(); ++i) {
      const EventInfo event = recording.event(EventIndex(i));
      const StreamIndex stream = recording.timeline().stream(event.frame);
      const auto pair = side == Side::a ? sides.pair_of_a(stream) : sides.pair_of_b(stream);
      if (!pair) continue;
      if (side == Side::a) ++events_of_a;
      NamedTimes& times = names[{*pair, event.name}];
      (side == Side::a ? times.a : times.b).push_back(event.time);
      const bool is_begun = event.frame == recording.timeline().frame_of(stream, 0);
      if (is_begun) ++(side == Side::a ? times.begun_a : times.begun_b);
    }
  }
  std::vector<NamedTimes> both;
  for (auto& [name, times] : names) {
    if (times.a.empty() || times.b.empty()) continue;
    std::ranges::sort(times.a);
    std::ranges::sort(times.b);
    both.push_back(std::move(times));
  }
  return both;
}

/// Differences of times, names with few events first: of those with many a part, evenly.
Times votes_of(std::vector<NamedTimes>& names) {
  std::ranges::sort(names, {}, [](const NamedTimes& n) { return n.a.size() * n.b.size(); });
  Times votes;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const NamedTimes& n = names[i];
    const std::size_t room = (kMostVotes - std::min(votes.size(), kMostVotes)) / (names.size() - i);
    const std::size_t taken = std::clamp<std::size_t>(room / n.b.size(), 1, n.a.size());
    for (std::size_t k = 0; k < taken; ++k) {
      const Seconds time = n.a[k * n.a.size() / taken];
      // Where one event of A has too many others beside it, only those in the middle are few
      // enough.
      const std::size_t step = n.b.size() / std::max<std::size_t>(room, 1) + 1;
      for (std::size_t j = 0; j < n.b.size(); j += step) votes.push_back(time - n.b[j]);
    }
  }
  std::ranges::sort(votes);
  return votes;
}

/// Times around which most votes are, the best first.
Times candidates_of(const Times& votes) {
  std::vector<std::pair<std::size_t, Seconds>> windows;
  std::size_t begin = 0;
  for (std::size_t end = 0; end < votes.size(); ++end) {
    while (votes[end] - votes[begin] > kSameMoment) ++begin;
    const std::size_t count = end - begin + 1;
    const Seconds middle = votes[begin + count / 2];
    if (!windows.empty() && middle - windows.back().second <= kSameMoment) {
      if (count > windows.back().first) windows.back() = {count, middle};
    } else {
      windows.emplace_back(count, middle);
    }
  }
  const auto is_better = [](const auto& p, const auto& q) {
    return std::tuple(q.first, std::abs(p.second)) < std::tuple(p.first, std::abs(q.second));
  };
  const std::size_t kept = std::min(windows.size(), kTried);
  std::ranges::partial_sort(windows, windows.begin() + static_cast<std::ptrdiff_t>(kept),
                            is_better);
  Times candidates;
  for (std::size_t i = 0; i < kept; ++i) candidates.push_back(windows[i].second);
  return candidates;
}

/// How many of A's events have one of their name beside them; the ways to those go to `apart`.
std::size_t events_beside(std::span<const NamedTimes> names, Seconds offset, Times* apart) {
  std::size_t count = 0;
  for (const NamedTimes& n : names) {
    std::size_t next = 0;
    for (const Seconds time : n.a) {
      while (next + 1 < n.b.size() &&
             std::abs(n.b[next + 1] + offset - time) <= std::abs(n.b[next] + offset - time)) {
        ++next;
      }
      if (std::abs(n.b[next] + offset - time) > kSameMoment) continue;
      ++count;
      if (apart != nullptr) apart->push_back(time - n.b[next]);
    }
  }
  return count;
}

/// No offset is meant to a billionth of a second; what a sum of floating-point numbers leaves there
/// goes.
Seconds rounded(Seconds offset) {
  const Seconds round = std::round(offset * 1e9) / 1e9;
  return std::isfinite(round) ? round : offset;
}

/// Of offsets under which as many agree the smallest; all of them go to `tied`.
FoundOffset offset_of_events(std::vector<NamedTimes>& names, std::size_t events_of_a, Times& tied) {
  const Times candidates = candidates_of(votes_of(names));
  FoundOffset best;
  std::size_t most = 0;
  for (const Seconds candidate : candidates) {
    const std::size_t count = events_beside(names, candidate, nullptr);
    if (count > most) tied.clear();
    if (count >= most) tied.push_back(candidate);
    const bool is_better =
        count > most || (count == most && std::abs(candidate) < std::abs(best.offset));
    if (!is_better) continue;
    most = count;
    best.offset = candidate;
  }
  Times apart;
  events_beside(names, best.offset, &apart);
  if (!apart.empty()) {
    const auto middle = apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2);
    std::ranges::nth_element(apart, middle);
    best.offset = rounded(*middle);
  }
  best.agreement = static_cast<double>(events_beside(names, best.offset, nullptr)) /
                   static_cast<double>(std::max<std::size_t>(events_of_a, 1));
  return best;
}

/// Whether events say more than that both recordings begin, each with what is there already: one
/// behind the first frame of A has one behind the first frame of B beside it.
bool says_more_than_beginnings(std::span<const NamedTimes> names, Seconds offset) {
  std::vector<NamedTimes> later;
  for (const NamedTimes& n : names) {
    if (n.begun_a == n.a.size() || n.begun_b == n.b.size()) continue;
    later.push_back({.a = Times(n.a.begin() + static_cast<std::ptrdiff_t>(n.begun_a), n.a.end()),
                     .b = Times(n.b.begin() + static_cast<std::ptrdiff_t>(n.begun_b), n.b.end())});
  }
  return events_beside(later, offset, nullptr) > 0;
}

// ---- places, where events say nothing

/// Frames of a stream that are decoded at most, and entities that are followed.
constexpr std::size_t kSampledFrames = 2000;
constexpr std::size_t kFollowed = 32;
constexpr double kSamePlace = 0.01;  // metres

/// One entity's places at the times of the sampled frames; NaN where it has none.
using Track = std::vector<glm::dvec3>;

struct Tracks {
  Times times;
  std::vector<Track> tracks;  ///< by entity followed
};

/// The frames of a stream, evenly, at most so many.
std::vector<FrameIndex> sampled_frames(const Timeline& timeline, StreamIndex stream) {
  const std::size_t all = timeline.frame_count(stream);
  const std::size_t kept = std::min(all, kSampledFrames);
  std::vector<FrameIndex> frames;
  for (std::size_t i = 0; i < kept; ++i)
    frames.push_back(timeline.frame_of(stream, i * all / kept));
  return frames;
}

Tracks read_tracks(const std::shared_ptr<const Recording>& recording, StreamIndex stream,
                   std::span<const EntityIndex> followed, const CoordinateSystem& coordinates,
                   const std::atomic<bool>& cancelled) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Tracks result{.times = {}, .tracks = std::vector<Track>(followed.size())};
  Cursor cursor(recording);
  cursor.set_coordinates(coordinates);
  for (const FrameIndex index : sampled_frames(recording->timeline(), stream)) {
    if (cancelled) break;
    const Frame& frame = cursor.seek(index);
    result.times.push_back(frame.time);
    for (std::size_t i = 0; i < followed.size(); ++i) {
      const Entity* entity = frame.find(followed[i]);
      const bool is_placed = entity != nullptr && entity->world.position;
      result.tracks[i].push_back(is_placed
                                     ? *entity->world.position * frame.coordinates.metres_per_unit
                                     : glm::dvec3(kNaN));
    }
  }
  return result;
}

/// Entities of one id and name in both streams.
std::vector<std::pair<EntityIndex, EntityIndex>> entities_in_both(const Sides& sides,
                                                                  std::size_t pair) {
  std::unordered_map<std::string_view, EntityIndex> of_a;
  for (std::size_t i = 0; i < sides.a->entity_count(); ++i) {
    const EntityInfo info = sides.a->entity(EntityIndex(i));
    if (info.stream == sides.stream_a(pair)) of_a.emplace(info.id, EntityIndex(i));
  }
  std::vector<std::pair<EntityIndex, EntityIndex>> both;
  for (std::size_t i = 0; i < sides.b->entity_count(); ++i) {
    const EntityInfo info = sides.b->entity(EntityIndex(i));
    if (info.stream != sides.stream_b(pair)) continue;
    const auto found = of_a.find(info.id);
    if (found == of_a.end() || sides.a->entity(found->second).name != info.name) continue;
    both.emplace_back(found->second, EntityIndex(i));
  }
  return both;
}

double way_of(const Track& track) {
  double way = 0;
  for (std::size_t i = 1; i < track.size(); ++i) {
    const double step = glm::distance(track[i - 1], track[i]);
    if (std::isfinite(step)) way += step;
  }
  return way;
}

/// How far A's places are from B's, on average, under an offset; infinite where they hardly meet.
class Misfit {
 public:
  Misfit(const Tracks& a, const Tracks& b) : a_(a), b_(b) {}

  double at(Seconds offset) {
    double sum = 0;
    compared_ = 0;
    near_ = 0;
    std::size_t next = 0;
    std::size_t met = 0;
    for (std::size_t i = 0; i < a_.times.size(); ++i) {
      const Seconds time = a_.times[i] - offset;
      if (time < b_.times.front() || time > b_.times.back()) continue;
      ++met;
      while (next + 2 < b_.times.size() && b_.times[next + 1] <= time) ++next;
      const std::size_t later = std::min(next + 1, b_.times.size() - 1);
      const Seconds length = b_.times[later] - b_.times[next];
      const double part = length > 0 ? std::clamp((time - b_.times[next]) / length, 0.0, 1.0) : 0;
      for (std::size_t k = 0; k < a_.tracks.size(); ++k) {
        const glm::dvec3 place = glm::mix(b_.tracks[k][next], b_.tracks[k][later], part);
        const double distance = glm::distance(a_.tracks[k][i], place);
        if (!std::isfinite(distance)) continue;
        ++compared_;
        if (distance <= kSamePlace) ++near_;
        sum += distance;
      }
    }
    const bool hardly_meet = 4 * met < std::min(a_.times.size(), b_.times.size());
    if (compared_ == 0 || hardly_meet) return std::numeric_limits<double>::infinity();
    return sum / static_cast<double>(compared_);
  }
  /// Of the offset that was tried last.
  double agreement() const {
    return compared_ == 0 ? 0 : static_cast<double>(near_) / static_cast<double>(compared_);
  }

 private:
  const Tracks& a_;
  const Tracks& b_;
  std::size_t compared_ = 0;
  std::size_t near_ = 0;
};

Seconds median_step(const Times& times) {
  Times steps;
  for (std::size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  if (steps.empty()) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle);
  return *middle;
}

/// By steps of a frame over all offsets under which the two meet, then ever finer about the best.
/// How well places agree under another offset is written to that.
FoundOffset best_offset(const Tracks& a, const Tracks& b, FoundOffset& other,
                        const std::atomic<bool>& cancelled) {
  Misfit misfit(a, b);
  misfit.at(other.offset);
  other.agreement = misfit.agreement();
  FoundOffset best;
  double least = misfit.at(0);
  const auto attempt = [&](Seconds offset) {
    const double value = misfit.at(offset);
    if (!(value < least)) return;
    least = value;
    best.offset = offset;
  };
  constexpr double kMostSteps = 8000;
  const Seconds low = a.times.front() - b.times.back();
  const Seconds high = a.times.back() - b.times.front();
  if (!std::isfinite(high - low)) return best;
  Seconds step = std::max({median_step(a.times), (high - low) / kMostSteps, 1e-6});
  // Counted: between large times a step may be lost in rounding.
  const auto steps = static_cast<std::size_t>((high - low) / step);
  for (std::size_t i = 0; i <= steps && !cancelled; ++i) {
    attempt(low + static_cast<double>(i) * step);
  }
  for (const Seconds time : {a.times.front() - b.times.front(), a.times.back() - b.times.back()}) {
    attempt(time);
  }
  for (; step > 1e-7 && !cancelled; step /= 2) {
    const Seconds middle = best.offset;
    attempt(middle - step / 2);
    attempt(middle + step / 2);
  }
  const Seconds round = std::round(best.offset * 1e6) / 1e6;
  if (misfit.at(round) <= least + 1e-6) best.offset = round;
  misfit.at(best.offset);
  best.agreement = misfit.agreement();
  return best;
}

FoundOffset offset_of_places(const Sides& sides, const Options& options, FoundOffset& other,
                             const std::atomic<bool>& cancelled) {
  for (std::size_t pair = 0; pair < sides.stream_pairs() && !cancelled; ++pair) {
    const StreamIndex stream_a = sides.stream_a(pair);
    const StreamIndex stream_b = sides.stream_b(pair);
    auto both = entities_in_both(sides, pair);
    if (both.empty() || sides.a->timeline().frame_count(stream_a) == 0 ||
        sides.b->timeline().frame_count(stream_b) == 0) {
      continue;
    }
    std::vector<EntityIndex> of_a;
    std::vector<EntityIndex> of_b;
    constexpr std::size_t kLookedAt = 512;
    for (std::size_t i = 0; i < std::min(both.size(), kLookedAt); ++i) {
      const auto& [a, b] = both[i * both.size() / std::min(both.size(), kLookedAt)];
      of_a.push_back(a);
      of_b.push_back(b);
    }
    const CoordinateSystem coordinates = options.coordinates.value_or(sides.a->info().coordinates);
    Tracks a = read_tracks(sides.a, stream_a, of_a, coordinates, cancelled);
    Tracks b = read_tracks(sides.b, stream_b, of_b, coordinates, cancelled);
    // Those that move most say most.
    std::vector<std::pair<double, std::size_t>> ways;
    for (std::size_t i = 0; i < a.tracks.size(); ++i) ways.emplace_back(way_of(a.tracks[i]), i);
    std::ranges::sort(ways, std::greater<>());
    ways.resize(std::min(ways.size(), kFollowed));
    Tracks moving_a{.times = a.times, .tracks = {}};
    Tracks moving_b{.times = b.times, .tracks = {}};
    for (const auto& [way, i] : ways) {
      if (!(way > kSamePlace)) continue;
      moving_a.tracks.push_back(std::move(a.tracks[i]));
      moving_b.tracks.push_back(std::move(b.tracks[i]));
    }
    if (moving_a.tracks.empty() || cancelled) continue;
    return best_offset(moving_a, moving_b, other, cancelled);
  }
  return {};
}

FoundOffset offset_of_either(const Sides& sides, const Options& options,
                             const std::atomic<bool>& cancelled) {
  std::size_t events_of_a = 0;
  std::vector<NamedTimes> names = times_by_name(sides, events_of_a);
  FoundOffset beside;
  if (names.empty()) return offset_of_places(sides, options, beside, cancelled);
  Times tied;
  const FoundOffset by_events = offset_of_events(names, events_of_a, tied);
  const bool say_much =
      by_events.agreement >= 0.5 && says_more_than_beginnings(names, by_events.offset);
  if (say_much && tied.size() < 2) return by_events;
  // A part of a recording begins with the same entities as the whole one, at another time; what
  // happens each second is the same at many.
  beside.offset = by_events.offset;
  FoundOffset by_places = offset_of_places(sides, options, beside, cancelled);
  if (by_places.agreement < 0.9 || beside.agreement >= 0.5) return by_events;
  if (!say_much) return by_places;
  const bool is_tied = std::ranges::any_of(
      tied, [&](Seconds offset) { return std::abs(offset - by_places.offset) <= kSameMoment; });
  by_places.agreement = by_events.agreement;
  return is_tied ? by_places : by_events;
}

// ---- frames, which are at the same times only under an exact offset

/// The times of each frame of A and of the first one of B that is as near as that.
template <class Take>
void for_each_beside(const Sides& sides, Seconds offset, Seconds within, Take take) {
  const Timeline& of_a = sides.a->timeline();
  const Timeline& of_b = sides.b->timeline();
  for (std::size_t pair = 0; pair < sides.stream_pairs(); ++pair) {
    const StreamIndex stream_a = sides.stream_a(pair);
    const StreamIndex stream_b = sides.stream_b(pair);
    const auto time_b = [&](std::size_t row) { return of_b.time(of_b.frame_of(stream_b, row)); };
    const std::size_t count_b = of_b.frame_count(stream_b);
    std::size_t next = 0;
    for (std::size_t row = 0; row < of_a.frame_count(stream_a); ++row) {
      const Seconds time = of_a.time(of_a.frame_of(stream_a, row));
      while (next < count_b && time_b(next) + offset < time - within) ++next;
      if (next < count_b && time_b(next) + offset <= time + within) take(time, time_b(next));
    }
  }
}

/// The difference of times nearby under which more frames are at the same time, if there is one.
Seconds exact_offset(const Sides& sides, Seconds offset) {
  constexpr Seconds kNearby = 1e-6;
  const auto same_frames = [&](Seconds under) {
    std::size_t count = 0;
    for_each_beside(sides, under, kSameTime, [&](Seconds, Seconds) { ++count; });
    return count;
  };
  std::optional<Seconds> exact;
  for_each_beside(sides, offset, kNearby, [&](Seconds a, Seconds b) {
    if (!exact) exact = a - b;
  });
  return exact && same_frames(*exact) > same_frames(offset) ? *exact : offset;
}

}  // namespace

FoundOffset find_offset(const Sides& sides, const Options& options,
                        const std::atomic<bool>& cancelled) {
  FoundOffset found = offset_of_either(sides, options, cancelled);
  found.offset = exact_offset(sides, found.offset);
  return found;
}

}  // namespace scrubjay::compare
