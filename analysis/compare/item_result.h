#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/compare/plan.h"
#include "analysis/compare/tree_comparer.h"

namespace scrubjay::compare {

/// One difference, without its values.
struct Difference {
  static constexpr std::uint32_t kNoValues = 0xFFFFFFFF;

  Kind kind = Kind::value;
  Subject subject = {};   ///< none: of the frame itself
  PathId path = {};       ///< none for entities and frames
  EventIndex event = {};  ///< of event_a, event_b: in that side's recording
  double distance = std::numeric_limits<double>::quiet_NaN();
  std::uint32_t values = kNoValues;  ///< in ItemResult::values
  bool is_same = false;              ///< of PairComparer::list: equal
};

/// The two values of a difference, as nodes without a name; one is missing where a side lacks it.
struct ValuePair {
  std::optional<PropertyTree::Node> a;
  std::optional<PropertyTree::Node> b;
};

/// Where an entity is beside others.
struct SubjectPlace {
  Subject subject;
  std::array<Subject, 2> parents;      ///< in A and in B
  std::optional<glm::dvec3> position;  ///< metres, of A where it has one
};

struct DifferenceSums;

/// What comparing one item found, in the order in which it is told. Reused with its storage.
struct ItemResult {
  std::size_t item = 0;
  /// Of entities of one side all, not only those whose run of frames begins here.
  std::vector<Difference> found;

  // By DifferenceFolder, which may leave less in `found`.
  bool has_difference = false;
  std::uint32_t differing = 0;          ///< entities, those of one side included
  std::vector<PathId> differing_paths;  ///< each once
  /// What was taken out of this result and of those since the last one that has some; or null.
  const DifferenceSums* sums = nullptr;

  std::vector<ValuePair> values;  ///< of the first of `found`
  PropertyTree tree;              ///< that hold them
  std::uint64_t values_compared = 0;
  std::vector<Subject> met;        ///< pairs of entities that nobody has met before
  std::vector<Subject> unmatched;  ///< entities without a match that nobody has met before
  std::vector<PathId> paths;       ///< where asked for: compared, each once a thread
  /// Entities that a reference or an event joins.
  std::vector<std::pair<Subject, Subject>> joined;
  /// All entities of the frames, ascending, where one begins to differ.
  std::vector<SubjectPlace> places;
  std::vector<Problem> problems_a;
  std::vector<Problem> problems_b;

  void clear();
  std::size_t bytes() const;
};

}  // namespace scrubjay::compare
