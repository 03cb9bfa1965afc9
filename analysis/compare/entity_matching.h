#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/compare/frame_pairing.h"
#include "analysis/compare/options.h"
#include "core/id_index.h"

namespace scrubjay::compare {

/// Which entity of B is which of A.
struct Matches {
  EntitiesBy by = EntitiesBy::id;  ///< never automatic
  std::vector<EntityIndex> of_a;   ///< by row of A: none where it has no match
  std::vector<EntityIndex> of_b;

  void join(EntityIndex a, EntityIndex b) {
    of_a[a.value] = b;
    of_b[b.value] = a;
  }
};

/// Decodes only frames in which entities are born that their names alone do not tell apart, and
/// for a choice the first pair of each stream. Ends early, with matches that mean nothing, once
/// `cancelled`.
Matches match_entities(const Sides& sides, const Options& options, const Pairing& pairing,
                       const IdIndex& ids_of_a, const IdIndex& ids_of_b,
                       const std::atomic<bool>& cancelled);

}  // namespace scrubjay::compare
