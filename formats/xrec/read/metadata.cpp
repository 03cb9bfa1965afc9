#include "formats/xrec/read/metadata.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text.h"
#include "formats/xrec/limits.h"
#include "formats/xrec/values.h"

namespace scrubjay::xrec {

namespace {

constexpr std::size_t kLeastEntryBytes = 5;

struct Entry {
  std::string_view key;
  PropertyRange range;
};

void report_bad(Problems& problems, const std::string& why) {
  problems.add(code::kBadMetadata, [&] { return "The metadata cannot be read: " + why + "."; });
}

void report_bad_texts(Problems& problems, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    problems.add(code::kBadUtf8, [] {
      return std::string("A text of the metadata is not UTF-8; what is wrong shows as U+FFFD.");
    });
  }
}

/// One key and value at the end of `tree`. False when it cannot be read.
bool read_entry(ByteReader& reader, ValueReader& values, PropertyTree& tree, Problems& problems,
                std::string& why) {
  const auto size = reader.little<std::uint32_t>();
  const auto key = size && *size <= limits::kMostTextBytes ? reader.text(*size) : std::nullopt;
  if (!key) {
    why = "a key does not fit into the packet";
    return false;
  }
  const bool is_valid = is_valid_utf8(*key);
  const std::uint64_t bad_before = values.bad_texts();
  const std::string_view name = values.keep(tree, *key);
  const bool built = values.build(tree, name, Kind::any);
  if (!built) why = std::string(values.error().what) + " (key \"" + std::string(name) + "\")";
  report_bad_texts(problems, values.bad_texts() - bad_before + (is_valid ? 0 : 1));
  return built;
}

/// Without the entries whose key comes again. O(n).
Metadata last_of_each(const PropertyTree& tree, const std::vector<Entry>& entries) {
  std::unordered_map<std::string_view, std::size_t> last;
  for (std::size_t i = 0; i < entries.size(); ++i) last[entries[i].key] = i;
  Metadata metadata;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (last[entries[i].key] == i) metadata.tree.append_copy(tree, entries[i].range);
  }
  return metadata;
}

}  // namespace

Metadata read_metadata(Bytes bytes, Problems& problems) {
  ByteReader reader(bytes);
  const auto count = reader.little<std::uint32_t>();
  if (!count) {
    report_bad(problems, "the packet ends before the number of entries");
    return {};
  }
  if (*count > limits::kMostMetadata || *count > reader.left() / kLeastEntryBytes) {
    report_bad(problems, "it promises " + std::to_string(*count) +
                             " entries, more than allowed or than the packet can hold");
    return {};
  }
  PropertyTree tree;
  std::vector<Entry> entries;
  std::vector<double> numbers;
  // One budget for all entries together.
  ValueReader values(reader, nullptr, numbers);
  values.begin_tree(tree);
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto mark = tree.size();
    std::string why;
    if (!read_entry(reader, values, tree, problems, why)) {
      report_bad(problems, why);
      break;
    }
    entries.push_back({tree[mark].name, tree.since(mark)});
  }
  return last_of_each(tree, entries);
}

}  // namespace scrubjay::xrec
