#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/viewer/comparing/run_comparison.h"
#include "app/viewer/panels/widgets/list_scroll.h"

namespace scrubjay {

/// The list of differences: entities with their paths, or paths with their entities, in the order
/// in which they begin to differ. Grows with the comparison at the cost of what is new, a part of
/// it in each picture.
struct DifferenceRows {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  /// Groups that are taken in at once.
  static constexpr std::size_t kMostAtOnce = 5000;

  /// All groups (compare::Summary::groups) of one entity, or of one path.
  struct Header {
    compare::Subject subject;   ///< none: the frames themselves, or of a list by path
    compare::PathId path;       ///< none: entities or frames as a whole, or of a list by entity
    std::uint32_t sum = kNone;  ///< row of Summary::by_path
    std::vector<std::uint32_t> groups;
  };
  struct Row {
    std::uint32_t header = 0;
    std::uint32_t group = kNone;  ///< kNone: the header
  };
  /// A header whose groups stand below it.
  struct Unfolded {
    std::uint32_t header = 0;
    std::size_t first_row = 0;  ///< of its groups
  };

  std::size_t size() const;
  /// O(log of the headers that are unfolded).
  Row row(std::size_t index) const;
  bool is_unfolded(std::uint32_t header) const;
  /// That of an entity's header; none in a list by path, and where the entity is not listed yet.
  std::optional<std::size_t> row_of(compare::Subject subject) const;

  std::deque<Header> headers;
  std::vector<Unfolded> unfolded;  ///< ascending
  ListScroll scroll;
  MouseRest rest;
  std::string outcome;  ///< the sentence above the list

  // What it was made of.
  std::weak_ptr<const RunComparison::Run> run;
  bool by_path = false;
  std::set<std::string> open;
  std::size_t groups_known = 0;
  std::vector<std::uint32_t> header_of;  ///< by entity or path
  std::uint32_t header_of_none = kNone;
  std::uint32_t sums = 0;
};

/// Brings the rows up to date. `open` has the keys of headers that are unfolded. False: there is
/// more to take in.
bool update_difference_rows(const std::shared_ptr<const RunComparison::Run>& run, bool by_path,
                            const std::set<std::string>& open, DifferenceRows& rows);
/// Folds a header or unfolds it, in the rows and in `open`.
void toggle_header(const compare::Plan& plan, std::uint32_t header, std::set<std::string>& open,
                   DifferenceRows& rows);

}  // namespace scrubjay
