#pragma once

#include <string>

#include "formats/format_writer.h"

namespace scrubjay {

// A recording that is written takes its notes along: as comments where the format has them, else
// in a notes file of its own.

/// Before writing: adds the notes on what is written as comments, where the writer has them. Reads
/// the disk.
void add_notes_as_comments(const FormatWriter& writer, WriteRequest& request);
/// After writing, of which `report` tells: puts them beside `target`, where the writer has no
/// comments. Errors: those of change_notes.
Result<void> put_notes_beside(const FormatWriter& writer, const WriteRequest& request,
                              const WriteReport& report, const std::string& target);

}  // namespace scrubjay
