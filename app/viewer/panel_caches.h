#pragma once

#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

namespace scrubjay {

/// What panels computed and may keep for the next picture: one of each type, which holds the key it
/// was computed for. Whoever keeps something declares its type beside the panel.
class PanelCaches {
 public:
  /// Made when it is first asked for, and stays where it is.
  template <class Cache>
  Cache& of() {
    const std::type_index type(typeid(Cache));
    for (const auto& [known, cache] : caches_) {
      if (known == type) return *static_cast<Cache*>(cache.get());
    }
    caches_.emplace_back(type, std::make_shared<Cache>());
    return *static_cast<Cache*>(caches_.back().second.get());
  }

 private:
  std::vector<std::pair<std::type_index, std::shared_ptr<void>>> caches_;
};

}  // namespace scrubjay
