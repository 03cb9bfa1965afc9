#include "formats/framebyframe/read/file_details.h"

#include <string_view>

namespace scrubjay::framebyframe {

void tell_details(const FileIndex& index, const FileDetails& details, RecordingBuilder& builder) {
  PropertyTree tree;
  const auto list_of = [&](std::string_view name, const std::vector<std::string>& texts) {
    const auto list = tree.open(name, PropertyType::list);
    for (std::size_t i = 0; i < texts.size(); ++i) tree.text(index_name(tree, i), texts[i]);
    tree.close(list);
  };
  tree.text("container", to_text(index.container));
  tree.integer("version", index.version);
  list_of("scenes", details.scenes);
  list_of("layers", details.layers);
  const auto clients = tree.open("clients", PropertyType::list);
  for (std::size_t i = 0; i < details.clients.size(); ++i) {
    const auto client = tree.open(index_name(tree, i), PropertyType::record);
    tree.text("id", details.clients[i].first);
    tree.text("tag", details.clients[i].second);
    tree.close(client);
  }
  tree.close(clients);
  tree.integer("resources", static_cast<std::int64_t>(details.resources));
  tree.integer("comments", static_cast<std::int64_t>(details.comments));
  tree.integer("repairs", static_cast<std::int64_t>(details.repairs));
  if (details.start_time) tree.number("start_time", *details.start_time, Precision::float64, "ms");
  builder.set_details(tree);
}

}  // namespace scrubjay::framebyframe
