#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// The entities that a recording has now, by stream and id: a re-used id has several. 4 bytes an
/// entity. `recording` must outlive it.
class IdIndex {
 public:
  explicit IdIndex(const Recording& recording);

  /// Rows with that id in that stream, ascending. O(log n).
  std::span<const EntityIndex> find(StreamIndex stream, std::string_view id) const;
  /// Whom the id means in a frame: of those with it in the frame's stream the one that lives there,
  /// else the last that came before, else the first. None where none has it.
  EntityIndex meant(FrameIndex frame, std::string_view id) const;

 private:
  const Recording& recording_;
  std::vector<EntityIndex> rows_;
};

}  // namespace scrubjay
