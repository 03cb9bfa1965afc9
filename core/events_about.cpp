#include "core/events_about.h"

#include <algorithm>
#include <utility>

namespace scrubjay {

EventsAbout::EventsAbout(std::shared_ptr<const Recording> recording,
                         std::vector<EntityIndex> entities,
                         const std::optional<CoordinateSystem>& coordinates)
    : recording_(std::move(recording)), entities_(std::move(entities)), cursor_(recording_) {
  cursor_.set_coordinates(coordinates);
  std::ranges::sort(entities_);
  for (const EntityIndex entity : entities_) named_.push_back(recording_->entity(entity));
}

PropertyRange EventsAbout::read(EventIndex event) {
  tree_.clear();
  return cursor_.read_event(event, tree_);
}

bool EventsAbout::is_about(EventIndex event) {
  if (event.value >= about_.size()) about_.resize(event.value + std::size_t{1});
  if (about_[event.value] == About::unknown) {
    const EventInfo info = recording_->event(event);
    const StreamIndex stream = recording_->timeline().stream(info.frame);
    const bool is_own = std::ranges::binary_search(entities_, info.entity);
    const bool is_about = is_own || names_entity(read(event), stream);
    about_[event.value] = is_about ? About::yes : About::no;
  }
  return about_[event.value] == About::yes;
}

bool EventsAbout::names_entity(PropertyRange range, StreamIndex stream) const {
  bool is_named = false;
  for_each_root(tree_, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    if (property.type == PropertyType::entity) {
      is_named |= std::ranges::any_of(named_, [&](const EntityInfo& entity) {
        return entity.id == property.text_value() &&
               (entity.stream == stream || !entity.stream.exists());
      });
    } else if (is_array_container(property.type)) {
      is_named |= names_entity(children_of(tree_, node), stream);
    }
  });
  return is_named;
}

}  // namespace scrubjay
