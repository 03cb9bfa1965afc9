#include "formats/flecs/extended_indexer.h"

#include "formats/flecs/documents.h"
#include "formats/flecs/file_details.h"
#include "formats/states/json_packets.h"

namespace scrubjay::flecs {

void index_extension(const FileIndex& index, states::ExtensionIndex& extension,
                     RecordingBuilder& builder) {
  const FoundDocuments found = find_documents(index.text, {.keep_going = [&](std::uint64_t at) {
                                                builder.progress(at);
                                                return !builder.cancelled();
                                              }});
  // A document may hold several frames: those of one time.
  ByteRange document;
  states::ExtensionIndexer indexer(extension, builder,
                                   [&](std::uint32_t, ByteRange) { return document; });
  FileDetails details;
  for (std::size_t i = 0; i < found.documents.size() && !builder.cancelled(); ++i) {
    document = found.documents[i].bytes;
    ++details.documents;
    ++details.kinds[static_cast<std::size_t>(found.documents[i].head.kind)];
    states::JsonPacketWalker walker(index.text, document);
    while (walker.next()) indexer.take(walker.packet(), walker.place());
  }
  indexer.finish(found.is_cut, index.text.size(), "flecs documents");
  tell_details(details, builder);
}

}  // namespace scrubjay::flecs
