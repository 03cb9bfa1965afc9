#pragma once

namespace scrubjay {

/// Puts an item into a set, or takes it out where it is in it.
template <class Set>
void toggle(Set& set, const typename Set::value_type& item) {
  if (!set.insert(item).second) set.erase(item);
}

}  // namespace scrubjay
