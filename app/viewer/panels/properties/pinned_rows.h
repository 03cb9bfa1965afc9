#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/viewer/panels/properties/property_rows.h"

namespace scrubjay {

/// One line of several entities side by side: a path, and its node in each tree or kNoNode.
struct PinnedRow {
  std::string path;
  std::vector<PropertyTree::Node> nodes;
  // What is shown of "pose/location", each cut where it is long: the last part, and what it is part
  // of, if anything. Of rows that were in view, see name_row().
  std::string name = {};
  std::string above = {};
  bool is_different = false;  ///< not all of them have it, or not with the same value
};

/// Makes its name, unless it has one.
void name_row(PinnedRow& row);

/// Aligns the values of several trees by path, in the order of the first tree; what only later ones
/// have comes behind its neighbour. At most a few thousand lines. Replaces `out`.
void align_properties(std::span<const PropertyTree* const> trees, std::vector<PinnedRow>& out);

}  // namespace scrubjay
