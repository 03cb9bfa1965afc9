#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace scrubjay {

/// How many letters have to be left out, put in, changed or swapped with the next one to make `b`
/// of `a`. O(product of their sizes).
std::size_t edits_between(std::string_view a, std::string_view b);

/// Which names may have been meant by one that there is not: those that hold it, or are few letters
/// away, as a whole or in one of their words. Case does not matter; a number is near none. Looks at
/// the first 20,000 names, each once.
class NearNames {
 public:
  explicit NearNames(std::string_view wanted);

  void add(std::string_view name);
  /// `; near it: "control/throttle", "throttle"`, the nearest three; empty where none is near.
  std::string text() const;

 private:
  std::string wanted_;
  std::set<std::string, std::less<>> looked_at_;
  /// Edits and what else speaks against it, with the name.
  std::set<std::pair<std::size_t, std::string>> near_;
};

}  // namespace scrubjay
