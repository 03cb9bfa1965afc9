#include "app/viewer/panels/event_reader.h"

#include <utility>

namespace scrubjay {

EventReader::~EventReader() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  changed_.notify_all();
}

std::shared_ptr<const PropertyTree> EventReader::find(const Wanted& wanted,
                                                      const std::function<void()>& wake) {
  const std::lock_guard lock(mutex_);
  if (done_ == wanted) return tree_;
  if (!(wanted_ == wanted)) {
    wanted_ = wanted;
    wake_ = wake;
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
    changed_.notify_all();
  }
  return nullptr;
}

void EventReader::forget() {
  const std::lock_guard lock(mutex_);
  wanted_ = {};
  done_ = {};
  tree_.reset();
}

void EventReader::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, stop, [this] { return wanted_.recording && !(wanted_ == done_); });
    if (stop.stop_requested()) return;
    Wanted wanted = wanted_;
    const std::function<void()> wake = wake_;
    lock.unlock();
    auto tree = std::make_shared<PropertyTree>();
    {
      Cursor cursor(wanted.recording);
      cursor.read_event(wanted.event, *tree);
    }
    lock.lock();
    if (!(wanted == wanted_)) continue;
    done_ = std::move(wanted);
    tree_ = std::move(tree);
    if (wake) wake();
  }
}

}  // namespace scrubjay
