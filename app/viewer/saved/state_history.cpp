#include "app/viewer/saved/state_history.h"

#include <algorithm>
#include <functional>

#include "app/shared/plain_text.h"
#include "app/shared/property_copy.h"

namespace scrubjay {

namespace {

/// Frames that are read before what was found can be looked at.
constexpr std::size_t kReadAtOnce = 16;
constexpr std::size_t kLongestState = 60;

bool is_state(PropertyType type) {
  return type == PropertyType::string || type == PropertyType::boolean ||
         type == PropertyType::entity || type == PropertyType::integer ||
         type == PropertyType::null;
}

std::string state_text(const PropertyTree& tree, PropertyTree::Node node) {
  std::string text = is_text(tree[node].type)
                         ? printable(tree[node].text_value().substr(0, kLongestState))
                         : value_text(tree, node);
  return text.empty() ? "empty" : text;
}

}  // namespace

void StateHistory::want(const std::shared_ptr<const Recording>& recording, EntityIndex entity,
                        Background& background) {
  bool is_new = false;
  {
    const std::lock_guard lock(mutex_);
    is_new = recording != recording_ || entity != entity_;
    if (is_new) {
      recording_ = recording;
      entity_ = entity;
      next_ = 0;
      known_until_ = {};
      changes_ = 0;
      paths_.clear();
      ++wanted_;
      ++version_;
    }
  }
  if (!scan_) {
    if (recording == nullptr || !entity.exists()) return;
    scan_.emplace(background, [this](const auto& cancelled, const auto& report) {
      return scan(cancelled, report);
    });
  }
  if (is_new) {
    scan_->restart();
  } else if (is_reading()) {
    scan_->go_on();
  }
}

bool StateHistory::is_reading() const {
  const std::lock_guard lock(mutex_);
  if (recording_ == nullptr || !entity_.exists()) return false;
  const std::size_t frames = recording_->timeline().frame_count(recording_->entity(entity_).stream);
  return frames <= kMostFrames && next_ < frames && changes_ < kMostChanges;
}

std::optional<StateHistory::Change> StateHistory::last_change(std::uint64_t path_hash,
                                                              FrameIndex frame) const {
  const std::lock_guard lock(mutex_);
  if (!known_until_.exists() || frame > known_until_) return std::nullopt;
  const auto found = paths_.find(path_hash);
  if (found == paths_.end()) return std::nullopt;
  const std::vector<Change>& changes = found->second.changes;
  const auto after = std::ranges::upper_bound(changes, frame, {}, &Change::frame);
  if (after == changes.begin()) return std::nullopt;
  return *std::prev(after);
}

bool StateHistory::scan(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
  std::shared_ptr<const Recording> recording;
  EntityIndex entity;
  std::size_t next = 0;
  std::uint64_t wanted = 0;
  {
    const std::lock_guard lock(mutex_);
    recording = recording_;
    entity = entity_;
    next = next_;
    wanted = wanted_;
  }
  if (recording == nullptr || !entity.exists()) return false;
  const StreamIndex stream = recording->entity(entity).stream;
  const Timeline& timeline = recording->timeline();
  const std::size_t count = timeline.frame_count(stream);
  if (count > kMostFrames) return false;
  Cursor cursor(recording);
  cursor.want({{entity}});
  PropertyTree tree;
  for (; next < count && !cancelled.load(); ++next) {
    const Frame& frame = cursor.seek(timeline.frame_of(stream, next));
    const Entity* found = frame.find(entity);
    if (found != nullptr) copy_properties(frame, found, tree);
    const std::lock_guard lock(mutex_);
    if (wanted != wanted_) return true;
    if (found != nullptr) look_at(frame, tree);
    known_until_ = frame.index;
    next_ = next + 1;
    ++version_;
    if (changes_ >= kMostChanges) return false;
    if (next % kReadAtOnce == 0) report();
  }
  return false;
}

void StateHistory::look_at(const Frame& frame, PropertyTree& tree) {
  for_each_path(tree, [&](PropertyTree::Node node, std::uint64_t hash, std::uint64_t) {
    if (!is_state(tree[node].type)) return;
    if (paths_.size() == kMostPaths && !paths_.contains(hash)) return;
    Path& path = paths_[hash];
    std::string text = state_text(tree, node);
    const std::uint64_t value =
        std::hash<std::string_view>()(is_text(tree[node].type) ? tree[node].text_value() : text);
    const bool is_first = !path.is_known;
    if (!is_first && value != path.value) {
      path.changes.push_back({frame.index, std::move(path.text)});
      ++changes_;
    }
    if (is_first || value != path.value) path.text = std::move(text);
    path.value = value;
    path.is_known = true;
  });
}

}  // namespace scrubjay
