#include "app/viewer/panels/properties/event_reader.h"

namespace scrubjay {

const PropertyTree* EventReader::find(const Wanted& wanted, Background& background) {
  if (!reading_) {
    reading_.emplace(background, [](const Wanted& event, PropertyTree& out) {
      out.clear();
      if (event.recording != nullptr) Cursor(event.recording).read_event(event.event, out);
      return true;
    });
  }
  reading_->request(wanted);
  const PropertyTree* const tree = reading_->latest();
  return reading_->is_current() ? tree : nullptr;
}

void EventReader::forget() {
  if (reading_) reading_->request({});
}

}  // namespace scrubjay
