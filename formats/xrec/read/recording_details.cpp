#include "formats/xrec/read/recording_details.h"

namespace scrubjay::xrec {

void add_container_details(const Container& container, const PacketCounts& counts,
                           PropertyTree& details) {
  details.integer("revision", container.start().revision);
  details.integer("version", container.start().version);
  details.integer("packets", static_cast<std::int64_t>(container.packets()));
  details.integer("event_packets", static_cast<std::int64_t>(counts.event_packets));
  details.integer("captured_events", static_cast<std::int64_t>(counts.captured));
  const auto types = details.open("captured_by_type", PropertyType::group);
  for (const auto& [type, count] : counts.by_type) {
    details.integer(details.keep(type), static_cast<std::int64_t>(count));
  }
  details.close(types);
  details.boolean("finished_without_errors", container.finished_without_errors());
}

void add_end_metadata(const Container& container, PropertyTree& details) {
  const Metadata& metadata = container.end_metadata();
  if (metadata.tree.empty()) return;
  const auto end = details.open("end_metadata", PropertyType::group);
  details.append_copy(metadata.tree, metadata.entries());
  details.close(end);
}

}  // namespace scrubjay::xrec
