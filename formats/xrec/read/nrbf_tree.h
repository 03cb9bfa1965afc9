#pragma once

#include <cstdint>

#include "core/property_tree.h"
#include "formats/xrec/read/nrbf_classes.h"
#include "formats/xrec/read/nrbf_walk.h"

namespace scrubjay::xrec {

/// Makes properties of what an instance holds (formats/xrec/README.md, 6.3). Values become what the
/// same kinds of ValueReader become; an enum is an integer whose type_name is its class, an object
/// a record, an array a list (bytes and numbers where its elements are). One per thread.
class NrbfTree {
 public:
  /// Adds the members of `instance` to the end of `tree`, copying texts.
  void build(const NrbfGraph& graph, NrbfClasses& classes, std::uint32_t instance,
             PropertyTree& tree);

 private:
  NrbfWalker walker_;
  std::vector<PropertyTree::Node> open_;
  std::vector<double> numbers_;
};

}  // namespace scrubjay::xrec
