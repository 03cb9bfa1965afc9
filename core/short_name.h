#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/recording.h"

namespace scrubjay {

/// The part of a name that people call a thing by: "model3" of "vehicle.tesla.model3", "Gate" of
/// "world/level/Gate". What stands behind the last '.', '/', '\' or ':' and holds a letter, else a
/// longer part that does: "pedestrian.0015" of "walker.pedestrian.0015". A sentence is not cut:
/// what is followed by a space, or stands between two digits, separates nothing, nor does '\'
/// behind words. A view into `name`.
std::string_view last_part(std::string_view name);

/// Names of one recording's entities, as short as tells them apart: the last part of the name, and
/// the id where entities of other ids have the same one: "model3 192". Of an id that is a path, the
/// parts that are not the same in all of them: "Left hand Courtyard 1".
class ShortNames {
 public:
  /// At most so many entities are compared; where there are more, every name has its id.
  static constexpr std::size_t kMostCompared = 100'000;

  /// Looks at entities that came since the last call, at most `most` of them; until all are looked
  /// at, a name may lack an id. O(most).
  void update(const Recording& recording, std::size_t most = 4'000);
  /// `name` and `id`: as of the entity. Not made valid, not cut: a name without separators may be
  /// long.
  std::string of(std::string_view name, std::string_view id) const;
  /// Whether entities of other ids have the same last part, so that it takes an id to tell who is
  /// meant.
  bool is_shared(std::string_view name) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  struct Owner {
    EntityIndex first;       ///< whose it was first
    bool is_shared = false;  ///< by entities of several ids
    /// Which parts of these ids are not as in the first one, from 0.
    std::size_t from = 0;
    std::size_t to = 0;
  };
  static void compare_parts(std::string_view first, std::string_view id, Owner& owner);

  std::size_t looked_at_ = 0;
  bool has_more_ = false;                                                 ///< than are compared
  std::unordered_map<std::string, Owner, Hash, std::equal_to<>> owners_;  ///< by last part
};

}  // namespace scrubjay
