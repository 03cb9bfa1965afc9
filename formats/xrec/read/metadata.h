#pragma once

#include "core/byte_reader.h"
#include "core/property_tree.h"
#include "formats/xrec/read/problems.h"

namespace scrubjay::xrec {

/// The entries of a start or end packet (formats/xrec/README.md, 4.5): roots of `tree`, named by
/// their keys. Of equal keys the last one is here.
struct Metadata {
  PropertyTree tree;

  PropertyRange entries() const { return tree.since(0); }
};

/// Reads the entries in `bytes`, a payload behind its fixed fields. What is behind them is ignored.
/// Problems: "bad-metadata" when the count or an entry cannot be read (those before it stay),
/// "bad-utf8". Texts are copied.
Metadata read_metadata(Bytes bytes, Problems& problems);

}  // namespace scrubjay::xrec
