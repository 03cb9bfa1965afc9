#include "analysis/compare/frame_pairing.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace scrubjay::compare {

namespace {

/// The frames of two streams that are in the bounds, and which of B is beside which of A.
struct StreamPairing {
  std::vector<FrameIndex> a;
  std::vector<FrameIndex> b;
  std::vector<FrameIndex> beside;  ///< by place in `a`; none: alone
};

/// The last frame, where the file ends within it; else none.
FrameIndex cut_frame(const Recording& recording) {
  if (recording.frame_count() == 0) return {};
  const FrameIndex last(recording.frame_count() - 1);
  const bool is_cut = std::ranges::any_of(recording.problems(), [&](const Problem& problem) {
    return problem.code == "cut-off" && problem.frame == last;
  });
  return is_cut ? last : FrameIndex();
}

FrameIndex last_of(const Timeline& timeline, StreamIndex stream) {
  return timeline.frame_of(stream, timeline.frame_count(stream) - 1);
}

class Pairer {
 public:
  Pairer(const Sides& sides, const Options& options, Seconds offset)
      : a_(sides.a->timeline()),
        b_(sides.b->timeline()),
        sides_(sides),
        options_(options),
        offset_(offset),
        cut_a_(cut_frame(*sides.a)),
        cut_b_(cut_frame(*sides.b)) {}

  Pairing pair();

 private:
  bool has_bounds() const { return options_.from || options_.to; }
  bool is_in_bounds(Seconds time) const {
    return (!options_.from || time >= *options_.from - kSameTime) &&
           (!options_.to || time <= *options_.to + kSameTime);
  }
  Seconds time_a(FrameIndex frame) const { return a_.time(frame); }
  Seconds time_b(FrameIndex frame) const { return b_.time(frame) + offset_; }
  enum class Listed : std::uint8_t { all, in_bounds };
  void list_frames(Listed which);
  bool are_times_equal() const;
  FramesBy choose();
  void pair_rows(std::size_t pair, StreamPairing& stream) const;
  void pair_numbers(std::size_t pair, StreamPairing& stream) const;
  void pair_times(std::size_t pair, StreamPairing& stream);
  void leave_out_cut(StreamPairing& stream);
  void leave_out_a(StreamPairing& stream);
  void leave_out_b(StreamPairing& stream);
  std::vector<Item> items() const;

  const Timeline& a_;
  const Timeline& b_;
  const Sides& sides_;
  const Options& options_;
  Seconds offset_;
  std::vector<StreamPairing> streams_;
  std::vector<FrameIndex> alone_a_;  ///< of streams that only A has
  std::vector<FrameIndex> alone_b_;
  std::vector<bool> is_passed_over_a_;  ///< by time: neither compared nor told
  std::vector<bool> is_used_b_;         ///< not to be told: beside one, or by time passed over
  const FrameIndex cut_a_;
  const FrameIndex cut_b_;
  FrameIndex left_out_a_;  ///< `cut_a_`, where it is in none of `streams_` any more
  FrameIndex left_out_b_;
};

void Pairer::list_frames(Listed which) {
  streams_.assign(sides_.stream_pairs(), {});
  alone_a_.clear();
  alone_b_.clear();
  is_passed_over_a_.assign(a_.size(), false);
  is_used_b_.assign(b_.size(), false);
  for (std::size_t i = 0; i < a_.size(); ++i) {
    const FrameIndex frame(i);
    if (which == Listed::in_bounds && !is_in_bounds(time_a(frame))) continue;
    const auto pair = sides_.pair_of_a(a_.stream(frame));
    if (pair) {
      streams_[*pair].a.push_back(frame);
    } else if (!sides_.streams) {
      alone_a_.push_back(frame);
    }
  }
  for (std::size_t i = 0; i < b_.size(); ++i) {
    const FrameIndex frame(i);
    if (which == Listed::in_bounds && !is_in_bounds(time_b(frame))) continue;
    const auto pair = sides_.pair_of_b(b_.stream(frame));
    if (pair) {
      streams_[*pair].b.push_back(frame);
    } else if (!sides_.streams) {
      alone_b_.push_back(frame);
    }
  }
}

bool Pairer::are_times_equal() const {
  if (!alone_a_.empty() || !alone_b_.empty()) return false;
  return std::ranges::all_of(streams_, [&](const StreamPairing& stream) {
    return std::ranges::equal(stream.a, stream.b, [&](FrameIndex a, FrameIndex b) {
      return std::abs(time_a(a) - time_b(b)) <= kSameTime;
    });
  });
}

/// Row with row of the streams as a whole, whatever the bounds leave of them.
void Pairer::pair_rows(std::size_t pair, StreamPairing& stream) const {
  const StreamIndex of_a = sides_.stream_a(pair);
  const StreamIndex of_b = sides_.stream_b(pair);
  stream.beside.assign(stream.a.size(), FrameIndex());
  if (stream.a.empty()) return;
  std::size_t row = a_.frames_before(of_a, stream.a.front());
  for (std::size_t i = 0; i < stream.a.size(); ++i, ++row) {
    if (row >= b_.frame_count(of_b)) return;
    const FrameIndex other = b_.frame_of(of_b, row);
    if (is_in_bounds(time_b(other))) stream.beside[i] = other;
  }
}

/// Likewise, also with one that is out of the bounds: which one is the n-th of its number, they do
/// not change.
void Pairer::pair_numbers(std::size_t pair, StreamPairing& stream) const {
  const StreamIndex of_a = sides_.stream_a(pair);
  const StreamIndex of_b = sides_.stream_b(pair);
  std::unordered_map<std::int64_t, std::vector<FrameIndex>> by_number;
  for (std::size_t n = b_.frame_count(of_b); n-- > 0;) {
    const FrameIndex frame = b_.frame_of(of_b, n);
    by_number[b_.number(frame)].push_back(frame);
  }
  stream.beside.assign(stream.a.size(), FrameIndex());
  std::size_t listed = 0;
  for (std::size_t n = 0; n < a_.frame_count(of_a) && listed < stream.a.size(); ++n) {
    const FrameIndex frame = a_.frame_of(of_a, n);
    const auto found = by_number.find(a_.number(frame));
    FrameIndex other;
    if (found != by_number.end() && !found->second.empty()) {
      other = found->second.back();
      found->second.pop_back();
    }
    if (stream.a[listed] != frame) continue;
    stream.beside[listed++] = other;
  }
}

/// A's frames inside the range of B's, each with the one of B at or before it. Of those outside a
/// single one at an end is passed over.
void Pairer::pair_times(std::size_t pair, StreamPairing& stream) {
  const StreamIndex of_a = sides_.stream_a(pair);
  const StreamIndex of_b = sides_.stream_b(pair);
  std::size_t count_a = a_.frame_count(of_a);
  std::size_t count_b = b_.frame_count(of_b);
  if (count_a > 0 && count_b > 0) {
    // Where the other goes on behind the frame in which a file ends, its range ends before that.
    const FrameIndex last_a = last_of(a_, of_a);
    const FrameIndex last_b = last_of(b_, of_b);
    if (last_a == cut_a_ && time_b(last_b) > time_a(last_a) + kSameTime) {
      leave_out_a(stream);
      --count_a;
    } else if (last_b == cut_b_ && time_a(last_a) > time_b(last_b) + kSameTime) {
      leave_out_b(stream);
      --count_b;
    }
  }
  stream.beside.assign(stream.a.size(), FrameIndex());
  if (count_a == 0 || count_b == 0) return;
  const Seconds begin_b = time_b(b_.frame_of(of_b, 0)) - kSameTime;
  const Seconds end_b = time_b(b_.frame_of(of_b, count_b - 1)) + kSameTime;
  const Seconds begin_a = time_a(a_.frame_of(of_a, 0)) - kSameTime;
  const Seconds end_a = time_a(a_.frame_of(of_a, count_a - 1)) + kSameTime;
  std::vector<FrameIndex> before;
  std::vector<FrameIndex> behind;
  std::size_t row = 0;
  for (std::size_t i = 0; i < stream.a.size(); ++i) {
    const FrameIndex frame = stream.a[i];
    const Seconds time = time_a(frame);
    if (time < begin_b) {
      before.push_back(frame);
    } else if (time > end_b) {
      behind.push_back(frame);
    } else {
      while (row + 1 < count_b && time_b(b_.frame_of(of_b, row + 1)) <= time + kSameTime) ++row;
      stream.beside[i] = b_.frame_of(of_b, row);
    }
  }
  for (const auto* outside : {&before, &behind}) {
    if (outside->size() == 1) is_passed_over_a_[outside->front().value] = true;
  }
  before.clear();
  behind.clear();
  for (const FrameIndex frame : stream.b) {
    const Seconds time = time_b(frame);
    if (time < begin_a) {
      before.push_back(frame);
    } else if (time > end_a) {
      behind.push_back(frame);
    } else {
      is_used_b_[frame.value] = true;
    }
  }
  for (const auto* outside : {&before, &behind}) {
    if (outside->size() == 1) is_used_b_[outside->front().value] = true;
  }
}

/// By rows and numbers: takes the frame in which a file ends from its stream, where the one beside
/// it is not the last of its own.
void Pairer::leave_out_cut(StreamPairing& stream) {
  const auto is_last = [](const Timeline& timeline, FrameIndex frame) {
    return frame == last_of(timeline, timeline.stream(frame));
  };
  for (std::size_t i = 0; i < stream.beside.size(); ++i) {
    const FrameIndex frame = stream.a[i];
    FrameIndex& other = stream.beside[i];
    if (!other.exists()) continue;
    if (other == cut_b_ && !is_last(a_, frame)) {
      other = FrameIndex();
      leave_out_b(stream);
    } else if (frame == cut_a_ && !is_last(b_, other)) {
      stream.beside.pop_back();  // it is the last one
      leave_out_a(stream);
    }
  }
}

void Pairer::leave_out_a(StreamPairing& stream) {
  if (std::erase(stream.a, cut_a_) > 0) left_out_a_ = cut_a_;
}

void Pairer::leave_out_b(StreamPairing& stream) {
  if (std::erase(stream.b, cut_b_) > 0) left_out_b_ = cut_b_;
}

/// By all frames, also where bounds are set: the same two are paired in one way, whatever part of
/// them is asked for.
FramesBy Pairer::choose() {
  if (options_.by != FramesBy::automatic) return options_.by;
  if (are_times_equal()) return FramesBy::frame;
  std::size_t all = alone_a_.size();
  std::size_t paired = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    StreamPairing& stream = streams_[i];
    pair_numbers(i, stream);
    all += stream.a.size();
    FrameIndex last;
    for (const FrameIndex other : stream.beside) {
      if (!other.exists()) continue;
      if (last.exists() && other < last) return FramesBy::time;
      last = other;
      ++paired;
    }
  }
  return static_cast<double>(paired) >= 0.9 * static_cast<double>(all) && paired > 0
             ? FramesBy::number
             : FramesBy::time;
}

/// A's frames in their order; each frame of B alone before the pair that follows it in B.
std::vector<Item> Pairer::items() const {
  std::vector<Item> of_a;
  for (const StreamPairing& stream : streams_) {
    for (std::size_t i = 0; i < stream.a.size(); ++i) {
      if (is_passed_over_a_[stream.a[i].value] && !stream.beside[i].exists()) continue;
      of_a.push_back({stream.a[i], stream.beside[i]});
    }
  }
  for (const FrameIndex frame : alone_a_) of_a.push_back({frame, FrameIndex()});
  std::ranges::sort(of_a, {}, &Item::a);

  // The first item in which a frame of B stands.
  std::vector<std::pair<FrameIndex, std::size_t>> of_b;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    if (!of_a[i].b.exists()) continue;
    of_b.emplace_back(of_a[i].b, i);
  }
  std::ranges::sort(of_b);
  std::vector<std::pair<std::size_t, FrameIndex>> alone;  // before which item
  const auto add_alone = [&](FrameIndex frame) {
    if (is_used_b_[frame.value]) return;
    const auto next = std::ranges::lower_bound(of_b, std::pair(frame, std::size_t{0}));
    alone.emplace_back(next == of_b.end() ? of_a.size() : next->second, frame);
  };
  for (const StreamPairing& stream : streams_) std::ranges::for_each(stream.b, add_alone);
  std::ranges::for_each(alone_b_, add_alone);
  std::ranges::sort(alone);

  std::vector<Item> all;
  all.reserve(of_a.size() + alone.size());
  auto next = alone.begin();
  for (std::size_t i = 0; i <= of_a.size(); ++i) {
    for (; next != alone.end() && next->first == i; ++next) {
      all.push_back({FrameIndex(), next->second});
    }
    if (i < of_a.size()) all.push_back(of_a[i]);
  }
  return all;
}

Pairing Pairer::pair() {
  list_frames(Listed::all);
  Pairing pairing{.by = choose(), .offset = offset_};
  if (has_bounds()) list_frames(Listed::in_bounds);
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    StreamPairing& stream = streams_[i];
    if (pairing.by == FramesBy::time) {
      pair_times(i, stream);
      continue;
    }
    if (pairing.by == FramesBy::number) {
      pair_numbers(i, stream);
      for (FrameIndex& other : stream.beside) {
        if (other.exists() && !is_in_bounds(time_b(other))) other = FrameIndex();
      }
    } else {
      pair_rows(i, stream);
    }
    leave_out_cut(stream);
    for (const FrameIndex other : stream.beside) {
      if (other.exists()) is_used_b_[other.value] = true;
    }
  }
  pairing.cut_a = left_out_a_;
  pairing.cut_b = left_out_b_;
  pairing.items = items();
  pairing.pairs = static_cast<std::size_t>(std::ranges::count_if(pairing.items, &Item::is_pair));
  return pairing;
}

}  // namespace

std::size_t Sides::stream_pairs() const {
  if (streams) return 1;
  return std::min(a->timeline().stream_count(), b->timeline().stream_count());
}

StreamIndex Sides::stream_a(std::size_t pair) const {
  return streams ? streams->first : StreamIndex(pair);
}

StreamIndex Sides::stream_b(std::size_t pair) const {
  return streams ? streams->second : StreamIndex(pair);
}

std::optional<std::size_t> Sides::pair_of_a(StreamIndex stream) const {
  if (streams) return stream == streams->first ? std::optional<std::size_t>(0) : std::nullopt;
  if (stream.value < stream_pairs()) return stream.value;
  return std::nullopt;
}

std::optional<std::size_t> Sides::pair_of_b(StreamIndex stream) const {
  if (streams) return stream == streams->second ? std::optional<std::size_t>(0) : std::nullopt;
  if (stream.value < stream_pairs()) return stream.value;
  return std::nullopt;
}

Pairing pair_frames(const Sides& sides, const Options& options, Seconds offset) {
  return Pairer(sides, options, offset).pair();
}

}  // namespace scrubjay::compare
