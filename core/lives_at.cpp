#include "core/lives_at.h"

#include <algorithm>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

bool lives_at(const Recording& recording, EntityIndex entity, FrameIndex frame) {
  if (!frame.exists()) return false;
  std::vector<Lifetime> lives;
  recording.lifetimes_of(entity, lives);
  return std::ranges::any_of(
      lives, [&](const Lifetime& life) { return life.first <= frame && frame <= life.last; });
}

}  // namespace scrubjay
