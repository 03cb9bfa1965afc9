#pragma once

#include <memory>

#include "core/recording.h"

namespace scrubjay::fuzz {

/// Requires that a recording, held against itself opened again, is the same: by one thread, and by
/// several.
void check_compared_with_itself(const std::shared_ptr<const Recording>& recording,
                                const std::shared_ptr<const Recording>& again);

/// Requires that SQL over the tables and a series say the same of a number that is recorded, and
/// that the tables have as many rows as the recording says.
void check_tables_against_series(const std::shared_ptr<const Recording>& recording);

}  // namespace scrubjay::fuzz
