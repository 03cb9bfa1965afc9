#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/cli/console.h"
#include "app/cli/csv.h"
#include "core/frame_scan.h"

namespace scrubjay::cli {

/// Writes a table with a row for each entity of each frame, and one without an entity where a frame
/// has properties of its own. Columns: frame, number, time, stream, entity, parent, name; then
/// position.x and what else `series` finds, in the order in which they first appear: a column for
/// each value that is no group, of vectors one for each component. A value that is a list is JSON.
/// The recording is read twice, as only its whole says which columns there are.
///
/// `entities`: ascending, only these; none: all. Found problems are folded into `problems`. False
/// when `write` was refused or the work interrupted. Errors: "too-many-columns".
Result<bool> write_csv(const FrameScan& scan, const std::vector<EntityIndex>* entities,
                       CsvTexts texts, std::vector<Problem>& problems, Console& console,
                       const std::function<bool(std::string_view)>& write);

}  // namespace scrubjay::cli
