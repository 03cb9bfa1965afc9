#include "app/cli/property_names.h"

#include <algorithm>
#include <vector>

#include "app/shared/plain_text.h"
#include "core/near_name.h"
#include "core/property_path.h"

namespace scrubjay::cli {

std::string listed_paths(std::span<const std::string> paths) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + printable(paths[i]);
  }
  return paths.size() > kMost ? text + " and others" : text;
}

std::string lacking_text(const std::string& named, std::span<const std::string> paths) {
  NearNames near(named);
  for (const std::string& path : paths) near.add(printable(path));
  const std::string text = "no property \"" + printable(named) + "\"" + near.text() + "; it has ";
  if (paths.empty()) return text + "none";
  std::string group(parts_of_path(named).groups);
  if (!group.empty()) group += '/';
  std::vector<std::string> beside;
  for (const std::string& path : paths) {
    if (!group.empty() && path.starts_with(group)) beside.push_back(path);
  }
  return text + listed_paths(beside.empty() ? paths : beside);
}

}  // namespace scrubjay::cli
