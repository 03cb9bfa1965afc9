#include "app/viewer/panels/event_texts.h"

#include <algorithm>
#include <utility>

#include "app/plain_text.h"

namespace scrubjay {

namespace {

/// More would not fit into a row.
constexpr std::size_t kLongest = 300;

std::string text_of(Cursor& cursor, EventIndex event, PropertyTree& scratch) {
  scratch.clear();
  const PropertyRange range = cursor.read_event(event, scratch);
  std::string text = properties_text(scratch, range);
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

}  // namespace

EventTexts::~EventTexts() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  changed_.notify_all();
}

const std::string* EventTexts::find(const std::shared_ptr<const Recording>& recording,
                                    EventIndex event) {
  collect();
  const Key key{recording.get(), event};
  held_.try_emplace(recording.get(), recording);
  if (const auto found = texts_.find(key); found != texts_.end()) return &found->second;
  const std::lock_guard lock(mutex_);
  const bool asked = std::ranges::any_of(asked_, [&](const Request& request) {
    return request.recording == recording && request.event == event;
  });
  if (!asked) {
    asked_.push_back({recording, event});
    if (asked_.size() > kAsked) asked_.pop_front();
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
    changed_.notify_all();
  }
  return nullptr;
}

bool EventTexts::is_waiting() {
  collect();
  const std::lock_guard lock(mutex_);
  return working_ || !asked_.empty() || !done_.empty();
}

void EventTexts::collect() {
  std::vector<std::pair<Key, std::string>> done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  if (done.empty()) return;
  if (texts_.size() > kKept) texts_.clear();
  for (auto& [key, text] : done) {
    if (std::ranges::find(open_, key.recording) != open_.end()) texts_[key] = std::move(text);
  }
}

void EventTexts::keep_only(const std::vector<const Recording*>& open) {
  if (open == open_) return;
  const auto is_closed = [&](const Recording* recording) {
    return std::ranges::find(open, recording) == open.end();
  };
  std::erase_if(texts_, [&](const auto& entry) { return is_closed(entry.first.recording); });
  std::erase_if(held_, [&](const auto& entry) { return is_closed(entry.first); });
  const std::lock_guard lock(mutex_);
  for (const Recording* recording : open_) {
    if (is_closed(recording)) closed_.push_back(recording);
  }
  std::erase_if(asked_, [&](const Request& request) { return is_closed(request.recording.get()); });
  std::erase_if(done_, [&](const auto& entry) { return is_closed(entry.first.recording); });
  open_ = open;
  changed_.notify_all();
}

void EventTexts::work(const std::stop_token& stop) {
  std::map<const Recording*, Cursor> cursors;
  PropertyTree scratch;
  std::unique_lock lock(mutex_);
  while (true) {
    working_ = false;
    changed_.wait(lock, stop, [this] { return !asked_.empty() || !closed_.empty(); });
    if (stop.stop_requested()) return;
    for (const Recording* recording : closed_) cursors.erase(recording);
    closed_.clear();
    if (asked_.empty()) continue;
    // The newest first: it is what is looked at now.
    Request request = std::move(asked_.back());
    asked_.pop_back();
    working_ = true;
    lock.unlock();
    auto place = cursors.find(request.recording.get());
    if (place == cursors.end()) {
      place = cursors.emplace(request.recording.get(), Cursor(request.recording)).first;
    }
    std::string text = text_of(place->second, request.event, scratch);
    lock.lock();
    done_.emplace_back(Key{request.recording.get(), request.event}, std::move(text));
  }
}

}  // namespace scrubjay
