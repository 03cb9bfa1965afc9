#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "formats/flecs/choices.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

/// Which of a person's mappings from components to roles were about something.
class MappingUse {
 public:
  /// `choices` must outlive it.
  explicit MappingUse(const Choices& choices)
      : choices_(&choices), is_used_(choices.mappings.size()) {}

  void look_at(const Snapshot& snapshot);
  bool is_used(std::size_t mapping) const { return is_used_[mapping]; }
  /// Names that might have been meant: of the members, where there is such a component; else of the
  /// components with values. At most kMostNamed.
  std::string candidates(const Choices::Mapping& mapping) const;

 private:
  static constexpr std::size_t kMostNamed = 12;
  static constexpr std::size_t kMostKept = 1024;

  const Choices* choices_;
  std::vector<bool> is_used_;
  std::set<std::string> components_;
  std::set<std::string> members_;  ///< "game.Body/pose"
};

}  // namespace scrubjay::flecs
