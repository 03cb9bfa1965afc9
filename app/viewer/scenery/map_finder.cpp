#include "app/viewer/scenery/map_finder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/shared/scenery_file.h"
#include "app/viewer/open_dialog.h"

namespace scrubjay {

namespace {

using Found = MapFinder::Found;

std::optional<Found> look(const std::string& map, const std::string& beside,
                          const std::vector<std::string>& folders) {
  if (auto path = find_scenery(map, {&beside, 1})) return Found{map, absolute_path(*path), true};
  if (auto path = find_scenery(map, folders)) return Found{map, absolute_path(*path), false};
  return std::nullopt;
}

}  // namespace

void MapFinder::look_for(const std::shared_ptr<const Recording>& recording) {
  std::erase_if(known_, [](const auto& known) { return known.expired(); });
  const auto is_it = [&](const auto& known) { return known.lock() == recording; };
  if (std::ranges::any_of(known_, is_it)) return;
  known_.push_back(recording);
  std::string map = map_name(*recording);
  if (map.empty() || !recording->file().is_mapped()) return;
  const std::filesystem::path path = absolute_path(recording->file().path());
  waiting_.push_back({std::move(map), path.parent_path().string()});
}

std::optional<Found> MapFinder::take(const std::vector<std::string>& folders,
                                     const std::function<void()>& wake) {
  std::optional<Found> found;
  if (auto done = looking_.take()) found = std::move(*done);
  if (!waiting_.empty() && !looking_.is_running()) {
    looking_.start(wake, [wanted = waiting_.front(), folders] {
      return look(wanted.map, wanted.folder, folders);
    });
    waiting_.erase(waiting_.begin());
  }
  return found;
}

}  // namespace scrubjay
