#pragma once

#include "core/recording.h"
#include "formats/framebyframe/document_scan.h"
#include "formats/framebyframe/file_index.h"
#include "formats/framebyframe/indexer.h"
#include "formats/states/extension_indexer.h"

namespace scrubjay::framebyframe {

/// The index pass over a recording of another format that stands in packets of our own beside the
/// frames of the text (states/json_packets.h). Progress goes through `progress` of the file.
void index_extension(const FileIndex& index, DocumentScan scan, const TextReport& report,
                     ByteRange progress, states::ExtensionIndex& extension,
                     RecordingBuilder& builder);

}  // namespace scrubjay::framebyframe
