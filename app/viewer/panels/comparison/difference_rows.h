#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/viewer/panels/widgets/list_scroll.h"
#include "app/viewer/run_comparison.h"

namespace scrubjay {

/// The list of differences: entities with their paths, or paths with their entities, in the order
/// in which they begin to differ. Grows with the comparison at the cost of what is new.
struct DifferenceRows {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// All groups (compare::Summary::groups) of one entity, or of one path.
  struct Header {
    compare::Subject subject;  ///< none: the frames themselves, or of a list by path
    compare::PathId path;      ///< none: entities or frames as a whole, or of a list by entity
    std::uint32_t sum = kNone;  ///< row of Summary::by_path
    std::vector<std::uint32_t> groups;
  };
  struct Row {
    std::uint32_t header = 0;
    std::uint32_t group = kNone;  ///< kNone: the header
  };

  std::vector<Header> headers;
  std::vector<Row> rows;
  ListScroll scroll;
  MouseRest rest;

  // What it was made of.
  std::weak_ptr<const RunComparison::Run> run;
  bool by_path = false;
  std::set<std::string> open;
  std::size_t groups_known = 0;
  std::vector<std::uint32_t> header_of;  ///< by entity or path, the last one for none
  std::uint32_t header_of_none = kNone;
  std::uint32_t sums = 0;
};

/// Brings the rows up to date. `open` has the keys of headers that are unfolded.
void update_difference_rows(const std::shared_ptr<const RunComparison::Run>& run, bool by_path,
                            const std::set<std::string>& open, DifferenceRows& rows);
/// What a header is called among those that are unfolded: the same from run to run.
std::string header_key(const compare::Plan& plan, const DifferenceRows::Header& header,
                       bool by_path);

}  // namespace scrubjay
