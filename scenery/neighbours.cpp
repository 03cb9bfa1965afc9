#include "scenery/neighbours.h"

#include <algorithm>

#include "core/text.h"

namespace scrubjay {

namespace {

bool goes_up(std::string_view name) {
  while (!name.empty()) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    if (name.substr(0, slash) == "..") return true;
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
  return false;
}

bool stays_inside(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  return !name.empty() && name.front() != '/' && name.back() != '/' &&
         name.find(':') == std::string_view::npos && !goes_up(name) &&
         std::ranges::none_of(name, is_control);
}

}  // namespace

Result<std::shared_ptr<InputFile>> no_neighbours(const std::string& relative_name) {
  return failure({.severity = Severity::fatal,
                  .code = "not-found",
                  .message = "The file beside it cannot be opened.",
                  .expected = relative_name,
                  .found = "a file that stands alone"});
}

Result<std::shared_ptr<InputFile>> open_neighbour(const Neighbours& neighbours,
                                                  std::string_view name) {
  std::string relative(name);
  std::ranges::replace(relative, '\\', '/');
  if (!stays_inside(relative)) {
    constexpr std::size_t kShown = 100;
    return failure({.severity = Severity::error,
                    .code = "outside-name",
                    .message = "The file names another one that is not in its folder.",
                    .expected = "a name in the same folder, or in one below it",
                    .found = valid_utf8(name.substr(0, kShown))});
  }
  return neighbours(relative);
}

}  // namespace scrubjay
