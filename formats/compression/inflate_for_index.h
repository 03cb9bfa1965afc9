#pragma once

#include <memory>

#include "core/recording.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::compression {

/// The text inside of a compressed file, for an index pass: in memory, or, when it is large, in the
/// file's text store. Reports to `builder` what is wrong with it and how far it is; inflating
/// counts as half of the work. `is_whole` is false where only a part of it could be inflated. Null
/// when there is nothing to read, or when the pass was cancelled.
std::shared_ptr<InputFile> inflate_for_index(const InputFile& file, const OuterForm& form,
                                             RecordingBuilder& builder, bool& is_whole);

/// The same text again, for an index that was kept. Null where it is not whole.
std::shared_ptr<InputFile> inflate_whole(const InputFile& file, const OuterForm& form);

}  // namespace scrubjay::compression
