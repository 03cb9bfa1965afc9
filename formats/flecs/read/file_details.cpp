#include "formats/flecs/read/file_details.h"

namespace scrubjay::flecs {

void tell_details(const FileDetails& details, RecordingBuilder& builder) {
  PropertyTree tree;
  tree.unsigned_integer("documents", details.documents);
  const PropertyTree::Node kinds = tree.open("kinds", PropertyType::record);
  for (std::size_t i = 0; i < kDocumentKinds; ++i) {
    if (details.kinds[i] == 0) continue;
    tree.unsigned_integer(to_text(static_cast<DocumentKind>(i)), details.kinds[i]);
  }
  tree.close(kinds);
  tree.text("time_rule", to_text(details.time_rule));
  if (!details.clock.empty()) tree.text("clock", details.clock);
  // Told, not used: that a number grows does not make it the time.
  if (!details.clock_offered.empty()) tree.text("clock_offered", details.clock_offered);
  tree.unsigned_integer("repairs", details.repairs);
  const PropertyTree::Node missing = tree.open("skipped", PropertyType::record);
  tree.unsigned_integer("null", details.nulls);
  tree.unsigned_integer("error_object", details.errors);
  tree.unsigned_integer("blank", details.blanks);
  tree.unsigned_integer("unreadable", details.unreadable);
  tree.close(missing);
  if (details.start_time != 0) {
    tree.number("start_time", details.start_time, Precision::float64, "s");
  }
  builder.set_details(tree);
}

}  // namespace scrubjay::flecs
