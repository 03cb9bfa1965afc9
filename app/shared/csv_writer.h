#pragma once

#include "formats/format_writer.h"

namespace scrubjay {

/// A table with a row for each entity of each frame, and one without an entity where a frame has
/// properties of its own. Columns: frame, number, time, stream, entity, parent, name; then
/// position.x and what else `series` finds, in the order in which they first appear: a column for
/// each value that is no group, of vectors one for each component. A value that is a list is JSON.
/// The recording is read twice, as only its whole says which columns there are. Errors: also
/// "too-many-columns".
extern const FormatWriter kCsvWriter;

/// What becomes of texts: "safe" or "raw" (app/shared/csv.h).
inline constexpr std::string_view kCsvTextsOption = "texts";
inline constexpr std::string_view kRawCsvTexts = "raw";

}  // namespace scrubjay
