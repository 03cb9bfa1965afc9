// A static index over closed intervals [begin, end]: which of them hold at t, which meet [a, b]?
//
// Both ends belong to an interval: [3, 5] holds at 3, 4 and 5, an event at an instant has
// begin == end, and [3, 5] and [5, 9] both hold at 5. Half-open integer ranges [begin, end) are
// stored as [begin, end - 1].
//
// Structure
// ---------
// An interval tree hangs every interval on the topmost node whose centre it holds. Over integers
// arithmetic names that node, so all lists of one height lie end to end, without nodes or pointers.
//
// Keys are first mapped to unsigned integers of the same order ("bits", see `to_bits`). A span's
// level is the highest bit in which its begin and its end differ; above it they agree, at it begin
// has a 0 and end a 1. So at level 2 a span stays inside one aligned block of 8 keys and crosses
// the middle of that block:
//
//     keys    0   1   2   3   | 4   5   6   7   8   9  10  11   |12  13  14  15
//     spans       [--------A--------]           [------------B------------]
//                     [----------C----------]           [----D----]
//
//     begins_    A1  C2  B8  D10       by_begin_  A C B D
//     ends_      A5  C7  D12 B14       by_end_    A C D B
//
// Blocks of one level do not overlap, hence both begins and ends, each sorted over the whole level,
// list the blocks in the same order, and a block fills the same positions in both. For a time t
// count, by binary search in the level,
//
//     begun = how many have begin <= t         ended = how many have end < t
//
// Spans of earlier blocks have ended, spans of later blocks have not begun. In the block of t,
//   - t left of the middle: nobody has ended, so `ended` is where the block starts, and the hits
//     are positions [ended, begun) of by_begin_;
//   - t right of the middle: all have begun, so `begun` is where the block stops, and the hits are
//     positions [ended, begun) of by_end_.
// Which of the two it is, bit `level` of t says. Instants (begin == end) differ in no bit; they are
// one plain sorted array. A window [a, b] finds what holds at a, and in each level the run of spans
// that begin in (a, b], which directly follows position `begun` in by_begin_.
//
// Cost
// ----
// For n intervals, k hits and keys of W bits (32 or 64; only levels that occur are looked at):
//   build   O(n W / 8) time, radix sort; peak at most twice the memory of the finished tree
//   memory  an instant sizeof(bits) + sizeof(Payload), a span twice that; nothing per level to
//           speak of. With 4-byte keys and payloads: 8 and 16 bytes
//   stab, overlap   O(W log n + k). No choice of intervals makes it worse: each hit is visited
//           once and nothing else is scanned. Spans over most of a recording are a few full
//           levels at the top and slow nobody down
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrubjay {

// `Key` is an integer or floating-point type of at most 64 bits, in any unit (frame index, ticks,
// seconds); `Payload` is what a query hands out, usually a 4-byte index. Does not change once
// built; const functions may be called from several threads.
template <class Key, class Payload>
class IntervalTree {
  static_assert(std::integral<Key> || std::floating_point<Key>);
  static_assert(sizeof(Key) <= 8, "keys are mapped to integers of at most 64 bits");
  static_assert(std::is_trivially_copyable_v<Payload> && std::default_initializable<Payload>);

 public:
  struct Interval {
    Key begin;  // Belongs to the interval.
    Key end;    // Belongs to the interval.
    Payload payload;
  };

  // Empty; allocates nothing.
  IntervalTree() = default;

  // Indexes `intervals`, in any order, duplicates allowed. An interval with end < begin or with a
  // NaN at either end holds at no time: it is left out and counted in `rejected()`. Infinities are
  // ordinary keys, and -0.0 equals 0.0.
  explicit IntervalTree(std::span<const Interval> intervals);

  // Calls `visit(payload)` once for each interval that holds at `t`; nothing for NaN. Instants come
  // first, equal ones in the order of the input; the order of spans is unspecified, but the same
  // for the same input and query. Allocates nothing.
  template <class Visit>
  void stab(Key t, Visit&& visit) const {
    overlap(t, t, visit);
  }

  // Calls `visit(payload)` once for each interval that has a time in common with the closed window
  // [a, b]; nothing if b < a or either is NaN. Order as for `stab`, instants by time. Allocates
  // nothing.
  template <class Visit>
  void overlap(Key a, Key b, Visit&& visit) const;

  // Number of intervals indexed, without the rejected ones.
  std::size_t size() const { return instants_.size() + begins_.size(); }
  bool empty() const { return size() == 0; }

  // Number of intervals left out because they hold at no time.
  std::size_t rejected() const { return rejected_; }

  // Memory held, this object included [bytes].
  std::size_t bytes() const {
    return sizeof(*this) + levels_.size() * sizeof(Level) + instants_.size() * sizeof(Bits) +
           by_instant_.size() * sizeof(Payload) +
           begins_.size() * 2 * (sizeof(Bits) + sizeof(Payload));
  }

 private:
  using Bits = std::conditional_t<sizeof(Key) <= 4, std::uint32_t, std::uint64_t>;
  static constexpr unsigned kKeyBits = 8 * sizeof(Bits);

  // The spans of one level are positions [first, last) of begins_, ends_, by_begin_ and by_end_.
  struct Level {
    unsigned bit;  // The highest bit in which begin and end differ.
    std::size_t first;
    std::size_t last;
  };

  // Where a time falls in a level, as positions in its arrays.
  struct Place {
    std::size_t begun;  // Behind the last span with begin <= t.
    std::size_t ended;  // At the first span with end >= t, counted in order of end.
  };

  // Maps keys to unsigned integers so that a < b exactly if to_bits(a) < to_bits(b).
  static Bits to_bits(Key key);

  // True if [a, b] holds at some time: false for NaN.
  static bool is_ordered(Key a, Key b) { return a <= b; }

  // The first position in [first, last) of sorted `keys` that is not `before`, or `last`.
  template <class Before>
  static std::size_t search(const std::vector<Bits>& keys, std::size_t first, std::size_t last,
                            Before before);

  // The same, in time logarithmic in the distance between `near`, in [first, last], and the result.
  template <class Before>
  static std::size_t search_from(std::size_t near, const std::vector<Bits>& keys, std::size_t first,
                                 std::size_t last, Before before);

  static auto less_than(Bits t) {
    return [t](Bits key) { return key < t; };
  }
  static auto at_most(Bits t) {
    return [t](Bits key) { return key <= t; };
  }

  template <class Visit>
  static void visit_run(const std::vector<Payload>& payloads, std::size_t first, std::size_t last,
                        Visit& visit) {
    for (std::size_t i = first; i < last; ++i) visit(payloads[i]);
  }

  // Visits the instants in [a, b]; `first` is the position of the first instant at or after `a`.
  template <class Visit>
  void visit_instants(Bits b, std::size_t first, Visit& visit) const {
    const std::size_t size = instants_.size();
    for (std::size_t i = first; i < size && instants_[i] <= b; ++i) visit(by_instant_[i]);
  }

  // Visits the spans of `level` that meet [a, b]; `place` is where `a` falls.
  template <class Visit>
  void visit_spans(const Level& level, Bits a, Bits b, const Place& place, Visit& visit) const;

  // Sorts by key, equal keys staying in order. The scratch arrays are at least as long.
  static void sort_by_key(std::span<Bits> keys, std::span<Payload> payloads,
                          std::span<Bits> scratch_keys, std::span<Payload> scratch_payloads);

  std::vector<Bits> instants_;  // Ascending.
  std::vector<Payload> by_instant_;
  std::vector<Level> levels_;  // Ascending in `bit`; those without spans are left out.
  std::vector<Bits> begins_;   // Ascending within a level.
  std::vector<Bits> ends_;     // Ascending within a level: not in step with begins_.
  std::vector<Payload> by_begin_;
  std::vector<Payload> by_end_;
  std::size_t rejected_ = 0;
};

template <class Key, class Payload>
IntervalTree<Key, Payload>::IntervalTree(std::span<const Interval> intervals) {
  // Sizes of the levels. Slot 0 counts instants, slot i + 1 spans whose ends differ first in bit i.
  std::array<std::size_t, kKeyBits + 1> counts{};
  for (const Interval& interval : intervals) {
    if (is_ordered(interval.begin, interval.end)) {
      ++counts[static_cast<unsigned>(
          std::bit_width(to_bits(interval.begin) ^ to_bits(interval.end)))];
    } else {
      ++rejected_;
    }
  }

  std::array<std::size_t, kKeyBits + 1> next{};  // Where the next interval of each slot goes.
  std::size_t spans = 0;
  std::size_t largest = counts[0];
  for (unsigned bit = 0; bit < kKeyBits; ++bit) {
    const std::size_t count = counts[bit + 1];
    if (count == 0) continue;
    next[bit + 1] = spans;
    levels_.push_back({bit, spans, spans + count});
    spans += count;
    largest = std::max(largest, count);
  }
  levels_.shrink_to_fit();
  instants_.resize(counts[0]);
  by_instant_.resize(counts[0]);
  begins_.resize(spans);
  ends_.resize(spans);
  by_begin_.resize(spans);
  by_end_.resize(spans);

  for (const Interval& interval : intervals) {
    if (!is_ordered(interval.begin, interval.end)) continue;
    const Bits begin = to_bits(interval.begin);
    const Bits end = to_bits(interval.end);
    const std::size_t i = next[static_cast<unsigned>(std::bit_width(begin ^ end))]++;
    if (begin == end) {
      instants_[i] = begin;
      by_instant_[i] = interval.payload;
    } else {
      begins_[i] = begin;
      ends_[i] = end;
      by_begin_[i] = interval.payload;
      by_end_[i] = interval.payload;
    }
  }

  std::vector<Bits> scratch_keys(largest);
  std::vector<Payload> scratch_payloads(largest);
  const auto sort = [&](std::vector<Bits>& keys, std::vector<Payload>& payloads, std::size_t first,
                        std::size_t last) {
    sort_by_key(std::span(keys).subspan(first, last - first),
                std::span(payloads).subspan(first, last - first), scratch_keys, scratch_payloads);
  };
  sort(instants_, by_instant_, 0, instants_.size());
  for (const Level& level : levels_) {
    sort(begins_, by_begin_, level.first, level.last);
    sort(ends_, by_end_, level.first, level.last);
  }
}

template <class Key, class Payload>
template <class Visit>
void IntervalTree<Key, Payload>::overlap(Key a, Key b, Visit&& visit) const {
  if (!is_ordered(a, b)) return;
  const Bits from = to_bits(a);
  const Bits to = to_bits(b);
  visit_instants(to, search(instants_, 0, instants_.size(), less_than(from)), visit);
  // The long searches first and together: no level waits for another, so a processor overlaps them.
  std::array<std::size_t, kKeyBits> begun;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    begun[i] = search(begins_, levels_[i].first, levels_[i].last, at_most(from));
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    // As far from begun as there are hits: usually near.
    const std::size_t ended =
        search_from(begun[i], ends_, levels_[i].first, begun[i], less_than(from));
    visit_spans(levels_[i], from, to, {begun[i], ended}, visit);
  }
}

template <class Key, class Payload>
template <class Visit>
void IntervalTree<Key, Payload>::visit_spans(const Level& level, Bits a, Bits b, const Place& place,
                                             Visit& visit) const {
  // Spans that begin in (a, b] are positions [place.begun, begun_by_b) of by_begin_.
  const std::size_t begun_by_b =
      a == b ? place.begun : search_from(place.begun, begins_, place.begun, level.last, at_most(b));
  const bool left_of_middle = ((a >> level.bit) & 1) == 0;
  if (left_of_middle) {
    visit_run(by_begin_, place.ended, begun_by_b, visit);
  } else {
    visit_run(by_end_, place.ended, place.begun, visit);
    visit_run(by_begin_, place.begun, begun_by_b, visit);
  }
}

template <class Key, class Payload>
auto IntervalTree<Key, Payload>::to_bits(Key key) -> Bits {
  constexpr Bits kSign = Bits{1} << (kKeyBits - 1);
  if constexpr (std::floating_point<Key>) {
    // IEEE 754 numbers are sign and magnitude: flip the sign of positive ones and all bits of
    // negative ones. Adding zero turns -0.0 into 0.0.
    const Bits raw = std::bit_cast<Bits>(key + Key{0});
    return (raw & kSign) != 0 ? ~raw : raw | kSign;
  } else if constexpr (std::signed_integral<Key>) {
    return static_cast<Bits>(key) ^ kSign;
  } else {
    return static_cast<Bits>(key);
  }
}

template <class Key, class Payload>
template <class Before>
std::size_t IntervalTree<Key, Payload>::search(const std::vector<Bits>& keys, std::size_t first,
                                               std::size_t last, Before before) {
  // Written so that compilers select instead of branching on the keys, which no processor could
  // predict.
  std::size_t size = last - first;
  while (size > 1) {
    const std::size_t half = size / 2;
    first = before(keys[first + half - 1]) ? first + half : first;
    size -= half;
  }
  return first + static_cast<std::size_t>(size == 1 && before(keys[first]));
}

template <class Key, class Payload>
template <class Before>
std::size_t IntervalTree<Key, Payload>::search_from(std::size_t near, const std::vector<Bits>& keys,
                                                    std::size_t first, std::size_t last,
                                                    Before before) {
  // Doubles its step until the result is bracketed.
  std::size_t step = 1;
  if (near < last && before(keys[near])) {
    first = near + 1;
    while (step < last - first && before(keys[first + step - 1])) {
      first += step;
      step *= 2;
    }
    return search(keys, first, std::min(last, first + step), before);
  }
  last = near;
  while (step < last - first && !before(keys[last - step])) {
    last -= step;
    step *= 2;
  }
  return search(keys, last - first > step ? last - step : first, last, before);
}

template <class Key, class Payload>
void IntervalTree<Key, Payload>::sort_by_key(std::span<Bits> keys, std::span<Payload> payloads,
                                             std::span<Bits> scratch_keys,
                                             std::span<Payload> scratch_payloads) {
  const std::size_t size = keys.size();
  if (size <= 32) {  // Insertion sort: the tables below would cost more.
    for (std::size_t i = 1; i < size; ++i) {
      const Bits key = keys[i];
      const Payload payload = payloads[i];
      std::size_t j = i;
      for (; j > 0 && key < keys[j - 1]; --j) {
        keys[j] = keys[j - 1];
        payloads[j] = payloads[j - 1];
      }
      keys[j] = key;
      payloads[j] = payload;
    }
    return;
  }

  // Radix sort from the lowest byte up; bytes that all keys have in common cost nothing.
  constexpr unsigned kDigits = sizeof(Bits);
  const auto digit_of = [](Bits key, unsigned digit) {
    return static_cast<std::size_t>((key >> (8 * digit)) & 0xff);
  };
  std::array<std::array<std::size_t, 256>, kDigits> counts{};
  for (const Bits key : keys) {
    for (unsigned digit = 0; digit < kDigits; ++digit) ++counts[digit][digit_of(key, digit)];
  }

  std::span<Bits> from_keys = keys;
  std::span<Payload> from_payloads = payloads;
  std::span<Bits> to_keys = scratch_keys.first(size);
  std::span<Payload> to_payloads = scratch_payloads.first(size);
  for (unsigned digit = 0; digit < kDigits; ++digit) {
    std::array<std::size_t, 256>& next = counts[digit];
    if (next[digit_of(keys[0], digit)] == size) continue;
    std::size_t sum = 0;
    for (std::size_t& slot : next) sum += std::exchange(slot, sum);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t to = next[digit_of(from_keys[i], digit)]++;
      to_keys[to] = from_keys[i];
      to_payloads[to] = from_payloads[i];
    }
    std::swap(from_keys, to_keys);
    std::swap(from_payloads, to_payloads);
  }
  if (from_keys.data() != keys.data()) {
    std::ranges::copy(from_keys, keys.begin());
    std::ranges::copy(from_payloads, payloads.begin());
  }
}

}  // namespace scrubjay
