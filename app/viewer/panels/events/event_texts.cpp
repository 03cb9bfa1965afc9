#include "app/viewer/panels/events/event_texts.h"
#include "app/viewer/entity_names.h"

#include <algorithm>
#include <utility>

#include "app/shared/plain_text.h"

namespace scrubjay {

namespace {

/// More would not fit into a row.
constexpr std::size_t kLongest = 300;

}  // namespace

const std::string* EventTexts::find(const std::shared_ptr<const Recording>& recording,
                                    EventIndex event, Background& background) {
  collect();
  const Key key{recording.get(), event, recording->is_indexed()};
  held_.try_emplace(recording.get(), recording);
  if (const auto found = texts_.find(key); found != texts_.end()) return &found->second;
  if (!reading_) {
    reading_.emplace(
        background, kAsked, [this](const Request& request) { return read(request); },
        [this] {
          ids_.reset();
          cursor_.reset();
        });
  }
  reading_->ask({recording, event, key.is_indexed});
  return nullptr;
}

bool EventTexts::is_waiting() {
  collect();
  return reading_ && reading_->is_waiting();
}

std::string EventTexts::read(const Request& request) {
  const Recording& recording = *request.recording;
  if (!cursor_ || &cursor_->recording() != &recording) {
    ids_.reset();
    cursor_.emplace(request.recording);
  }
  scratch_.clear();
  const PropertyRange range = cursor_->read_event(request.event, scratch_);
  const auto name_of_id = [&](std::string_view id) -> std::string {
    if (!request.is_indexed) return "";  // more entities come
    if (!ids_) ids_.emplace(recording);
    const EntityIndex meant = ids_->meant(recording.event(request.event).frame, id);
    const bool has_name = meant.exists() && !recording.entity(meant).name.empty();
    return has_name ? EntityNames::full_name(recording, meant) : "";
  };
  std::string text = properties_text(scratch_, range, name_of_id, Figures::few);
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

void EventTexts::collect() {
  if (!reading_) return;
  auto done = reading_->take();
  if (done.empty()) return;
  if (texts_.size() > kKept) texts_.clear();
  for (auto& [request, text] : done) {
    if (std::ranges::find(open_, request.recording.get()) == open_.end()) continue;
    texts_[{request.recording.get(), request.event, request.is_indexed}] = std::move(text);
  }
}

void EventTexts::keep_only(const std::vector<const Recording*>& open) {
  if (open == open_) return;
  const auto is_closed = [&](const Recording* recording) {
    return std::ranges::find(open, recording) == open.end();
  };
  std::erase_if(texts_, [&](const auto& entry) { return is_closed(entry.first.recording); });
  std::erase_if(held_, [&](const auto& entry) { return is_closed(entry.first); });
  if (reading_) {
    reading_->forget_if([&](const Request& request) { return is_closed(request.recording.get()); });
  }
  open_ = open;
}

}  // namespace scrubjay
