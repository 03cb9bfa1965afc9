#pragma once

#include "core/index_archive.h"
#include "core/property_tree.h"

namespace scrubjay {

/// Writes a tree of plain values: groups, lists, records, texts, truth values, nulls and single
/// numbers, as the details of a recording are. False where it has anything else, or styles.
bool write_plain_tree(IndexWriter& out, const PropertyTree& tree);

/// Appends such a tree to `tree`. False where it does not hold together or is nested more than 64
/// deep.
bool read_plain_tree(IndexReader& in, PropertyTree& tree);

}  // namespace scrubjay
