#pragma once

#include "core/index_archive.h"
#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

/// Writes what lives in a tree that has a schema: structures numbered anew without gaps, so that
/// nothing has to be said of what is free.
void save_state(IndexWriter& out, const State& state);

/// Puts the tree that `save_state` wrote, which is of `schema`, in place of what `state` is. Where
/// it does not hold together, `in` is not ok and the tree of no use. Storage is used again.
void load_state(IndexReader& in, const Schema& schema, State& state);

}  // namespace scrubjay::colyseus
