#include "app/viewer/saved/settings.h"

#include <algorithm>
#include <functional>

#include "app/viewer/saved/settings_json.h"

namespace scrubjay {

void remember_recent(Settings& settings, const RecentFile& file) {
  std::erase_if(settings.recent, [&](const RecentFile& old) { return old.path == file.path; });
  settings.recent.insert(settings.recent.begin(), file);
  if (settings.recent.size() > Settings::kRecent) settings.recent.resize(Settings::kRecent);
}

namespace {

/// Whether nothing was chosen: that it is opened again is no choice.
bool is_as_before(RecordingChoices choices, const RecordingChoices& before) {
  choices.used = before.used;
  return choices == before;
}

void forget_oldest(std::map<std::string, RecordingChoices>& choices) {
  const auto used = [](const auto& known) { return known.second.used; };
  while (choices.size() > Settings::kChoices) {
    choices.erase(std::ranges::min_element(choices, {}, used));
  }
}

}  // namespace

Settings merged(Settings mine, const Settings& begun, const Settings& saved) {
  for (const RecentFile& theirs : saved.recent) {
    const auto same = std::ranges::find(mine.recent, theirs.path, &RecentFile::path);
    if (same == mine.recent.end()) {
      mine.recent.push_back(theirs);
    } else if (theirs.opened > same->opened) {
      *same = theirs;
    }
  }
  std::ranges::stable_sort(mine.recent, std::ranges::greater(), &RecentFile::opened);
  if (mine.recent.size() > Settings::kRecent) mine.recent.resize(Settings::kRecent);
  for (const auto& [path, theirs] : saved.choices) {
    const auto before = begun.choices.find(path);
    const auto [own, is_new] = mine.choices.try_emplace(path, theirs);
    const std::int64_t used = std::max(own->second.used, theirs.used);
    if (!is_new && before != begun.choices.end() && is_as_before(own->second, before->second)) {
      own->second = theirs;
    }
    own->second.used = used;
  }
  forget_oldest(mine.choices);
  merge_scenery(mine.scenery, begun.scenery, saved.scenery);
  return mine;
}

}  // namespace scrubjay
