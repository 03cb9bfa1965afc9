#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>

#include "core/text.h"

namespace scrubjay::compare {

/// A path among those of a comparison, by number.
using PathId = RowId<struct PathTag>;

/// Every path that was named in a difference once. Any thread.
class PathTable {
 public:
  PathId add(std::string_view path) {
    const std::lock_guard lock(mutex_);
    return PathId(texts_.add(path).value);
  }
  /// Lives as long as the table.
  std::string_view operator[](PathId path) const {
    const std::lock_guard lock(mutex_);
    return texts_[TextId(path.value)];
  }

 private:
  mutable std::mutex mutex_;
  TextTable texts_;
};

}  // namespace scrubjay::compare
