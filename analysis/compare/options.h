#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/recording.h"

namespace scrubjay::compare {

/// One of the two runs.
enum class Side : std::uint8_t { a, b };

/// Which frame of B stands beside a frame of A.
enum class FramesBy : std::uint8_t {
  automatic,  ///< frame, number or time, whichever fits first
  frame,      ///< row with row, within a stream
  number,     ///< the recorded numbers: the n-th frame of a number with the n-th
  time,       ///< the state of B at the time of each frame of A
};

/// Which entity of B is an entity of A.
enum class EntitiesBy : std::uint8_t {
  automatic,  ///< id where ids mean the same in both, else name
  id,
  name,   ///< name and kind; of equal names those born together, the nearest first
  place,  ///< kind, then the nearest place at birth
};

/// The tolerance of the paths that fit a pattern, in place of Options::tolerance.
struct PathTolerance {
  std::string pattern;
  double tolerance = 0;
  bool operator==(const PathTolerance&) const = default;
};

/// What two recordings are held against each other by. Patterns are paths with `*` within a name
/// and `**` across any number of names; they take with them what lies below.
struct Options {
  FramesBy by = FramesBy::automatic;
  EntitiesBy match = EntitiesBy::automatic;
  std::optional<Seconds> offset = 0.0;  ///< added to B's times; none: to be found
  double tolerance = 0;                 ///< T of |a - b| <= T + R * max(|a|, |b|), not negative
  double relative = 0;                  ///< R, not negative
  std::vector<PathTolerance> tolerance_of = {};  ///< the last one that fits counts
  std::vector<std::string> ignore = {};
  std::vector<std::string> only = {};      ///< empty: all
  std::vector<std::string> entities = {};  ///< ids or names on either side; empty: all
  std::optional<Seconds> from = {};        ///< times of A; of B with the offset added
  std::optional<Seconds> to = {};
  std::optional<std::size_t> limit = {};             ///< ends with the frame of the N-th difference
  std::optional<CoordinateSystem> coordinates = {};  ///< none: those of A's frames
  bool operator==(const Options&) const = default;
};

/// Whether frames and entities go together in the same way by both.
bool has_same_pairs(const Options& one, const Options& other);
/// Whether all that was the same by `before` is the same by `now`, too: nothing but tolerances has
/// changed, and none is smaller.
bool only_loosens(const Options& before, const Options& now);

/// The two runs, indexed. With `streams` one stream of each (and `a` may be `b`); else streams go
/// together by their place in the list.
struct Sides {
  std::shared_ptr<const Recording> a;
  std::shared_ptr<const Recording> b;
  std::optional<std::pair<StreamIndex, StreamIndex>> streams = {};

  /// How many streams of A have one of B beside them.
  std::size_t stream_pairs() const;
  StreamIndex stream_a(std::size_t pair) const;
  StreamIndex stream_b(std::size_t pair) const;
  /// The pair that a stream of A (of B) belongs to; nothing where it has no other.
  std::optional<std::size_t> pair_of_a(StreamIndex stream) const;
  std::optional<std::size_t> pair_of_b(StreamIndex stream) const;
};

}  // namespace scrubjay::compare
