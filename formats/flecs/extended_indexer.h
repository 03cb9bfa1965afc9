#pragma once

#include "core/recording.h"
#include "formats/flecs/file_index.h"
#include "formats/states/extension_indexer.h"

namespace scrubjay::flecs {

/// The index pass over a recording of another format that stands in packets of our own beside the
/// documents of the text (states/json_packets.h).
void index_extension(const FileIndex& index, states::ExtensionIndex& extension,
                     RecordingBuilder& builder);

}  // namespace scrubjay::flecs
