#include "analysis/tables/state_paths.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "analysis/tables/leaves.h"
#include "analysis/tables/sql_words.h"
#include "core/frame_scan.h"
#include "core/text.h"

namespace scrubjay::tables {

namespace {

/// Whether a column can be called so.
bool can_be_named(std::string_view path) {
  return path.find('\0') == path.npos && is_valid_utf8(path);
}

/// Those of the frame's paths that are not known, each once, in order.
void collect_paths(const Frame& frame, const PathSet& known, std::vector<std::string>& out) {
  out.clear();
  LeafWalk walk;
  PathSet here;
  for (const Entity& entity : frame.entities) {
    walk.walk(frame.tree, entity.properties, [&](std::string_view path, PropertyTree::Node) {
      if (known.contains(path) || here.contains(path) || !can_be_named(path)) return;
      here.emplace(path);
      out.emplace_back(path);
    });
  }
}

}  // namespace

StatePaths::StatePaths(TableSession& session) : session_(session) {
  const std::size_t none = static_cast<std::size_t>(-1);
  for (const Column& column : table_of(TableId::state).columns) {
    taken_.emplace(column.name, none);
  }
}

void StatePaths::begin() {
  if (recording_ > 0 || frame_ > 0) return;
  go_on([] { return true; });
}

bool StatePaths::find(const std::vector<std::string>& names) {
  const auto is_found = [&] {
    return std::ranges::any_of(names, [&](const auto& name) { return index_of(name) < size(); });
  };
  return is_found() || (go_on(is_found) && is_found());
}

bool StatePaths::find_all() {
  return go_on([] { return false; }) && is_at_end_;
}

std::size_t StatePaths::index_of(const std::string& lower_name) const {
  const auto found = taken_.find(lower_name);
  return found == taken_.end() || found->second > size() ? size() : found->second;
}

void StatePaths::add(const std::string& path) {
  if (paths_.size() == kMost || !known_.insert(path).second) return;
  std::string name = path;
  for (int n = 2; taken_.contains(lower_case(name)); ++n) name = path + '_' + std::to_string(n);
  taken_.emplace(lower_case(name), paths_.size());
  paths_.push_back(path);
  columns_.push_back(std::move(name));
}

bool StatePaths::go_on(const std::function<bool()>& is_enough) {
  while (recording_ < session_.recordings.size()) {
    const auto recording = session_.open(recording_);
    if (recording == nullptr) return false;
    if (!scan_recording(recording, is_enough)) return false;
    if (frame_ < recording->frame_count()) return true;
    ++recording_;
    frame_ = 0;
    if (recording_ < session_.recordings.size() && is_enough()) return true;
  }
  is_at_end_ = true;
  return true;
}

bool StatePaths::scan_recording(const std::shared_ptr<const Recording>& recording,
                                const std::function<bool()>& is_enough) {
  std::vector<std::string> found;
  if (frame_ == 0 && recording->frame_count() > 0) {
    Cursor cursor(recording);  // most ask for what is in the first frame
    collect_paths(cursor.seek(FrameIndex(0)), known_, found);
    for (const std::string& path : found) add(path);
    frame_ = 1;
    if (is_enough()) return true;
  }
  std::shared_mutex mutex;
  bool is_stopped = false;
  const std::atomic<bool> never{false};
  const FrameScan scan{.recording = recording, .first = frame_};
  scan_frames<std::vector<std::string>>(
      scan, never,
      [&](const Frame& frame, std::vector<std::string>& paths) {
        const std::shared_lock lock(mutex);
        collect_paths(frame, known_, paths);
        return paths.size() * 64;
      },
      [&](FrameIndex frame, std::vector<std::string>& paths) {
        if (!paths.empty()) {
          const std::unique_lock lock(mutex);
          for (const std::string& path : paths) add(path);
        }
        frame_ = frame.value + 1;
        is_stopped = session_.is_stopped();
        return !is_stopped && (paths.empty() || !is_enough());
      });
  return !is_stopped;
}

}  // namespace scrubjay::tables
