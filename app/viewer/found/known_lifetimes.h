#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// The lifetimes of an entity, read again only when they may be others: of a recording with very
/// many that takes longer than a picture.
class KnownLifetimes {
 public:
  const std::vector<Lifetime>& of(const std::shared_ptr<const Recording>& recording,
                                  EntityIndex entity);
  /// Those read last.
  const std::vector<Lifetime>& lives() const { return lives_; }

 private:
  std::weak_ptr<const Recording> recording_;
  EntityIndex entity_;
  std::size_t lifetime_count_ = 0;  ///< of the recording, when they were read
  std::size_t frame_count_ = 0;
  std::vector<Lifetime> lives_;
};

}  // namespace scrubjay
