#include "analysis/derived/recorded_contacts.h"

#include <algorithm>
#include <map>

#include "analysis/derived/contact_spans.h"

namespace scrubjay {

namespace {

/// The id of what was hit; empty for none.
std::string_view other_of(const PropertyTree& tree, PropertyRange range) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (tree[i].type == PropertyType::entity && tree[i].name == "other")
      return tree[i].text_value();
  }
  return {};
}

}  // namespace

RecordedContacts::RecordedContacts(const Recording& recording) : recording_(recording) {
  bool has_collisions = false;
  for (std::size_t row = 0, count = recording.event_count(); row < count && !has_collisions;
       ++row) {
    has_collisions = recording.event(EventIndex(row)).role == EventRole::collision;
  }
  if (!has_collisions) return;
  for (std::size_t row = 0, count = recording.entity_count(); row < count; ++row) {
    entities_.emplace_back(recording.entity(EntityIndex(row)).id, EntityIndex(row));
  }
  std::ranges::sort(entities_);
}

void RecordedContacts::find(const Frame& frame, std::vector<RecordedContact>& out) const {
  if (entities_.empty()) return;
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording_.event(event.index);
    if (!info.entity.exists() || info.role != EventRole::collision) continue;
    const std::string_view id = other_of(frame.tree, event.properties);
    if (id.empty()) continue;
    const EntityIndex other = entity_of(id, frame);
    if (other.exists() && other != info.entity) out.push_back({info.entity, other});
  }
}

std::vector<EventIndex> gathered_collisions(const std::shared_ptr<const Recording>& recording,
                                            std::span<const Contact> contacts,
                                            const std::atomic<bool>& cancelled) {
  std::multimap<EntityIndex, const Contact*> recorded;
  for (const Contact& contact : contacts) {
    if (!contact.is_recorded) continue;
    recorded.emplace(contact.entity, &contact);
    recorded.emplace(contact.other, &contact);
  }
  std::vector<EventIndex> gathered;
  if (recorded.empty()) return gathered;
  Cursor cursor(recording);
  PropertyTree tree;
  for (std::size_t row = 0, count = recording->event_count(); row < count; ++row) {
    const EventIndex index(row);
    const EventInfo event = recording->event(index);
    if (!event.entity.exists() || event.role != EventRole::collision) continue;
    if (cancelled.load()) return {};
    const auto [begin, end] = recorded.equal_range(event.entity);
    if (begin == end) continue;
    tree.clear();
    const std::string_view id = other_of(tree, cursor.read_event(index, tree));
    const bool is_gathered = std::any_of(begin, end, [&](const auto& entry) {
      const Contact& contact = *entry.second;
      const EntityIndex other = contact.entity == event.entity ? contact.other : contact.entity;
      return contact.first <= event.frame && event.frame <= contact.last &&
             recording->entity(other).id == id;
    });
    if (is_gathered) gathered.push_back(index);
  }
  return gathered;
}

/// Of several with that id the one that lives, else the newest that this stream had.
EntityIndex RecordedContacts::entity_of(std::string_view id, const Frame& frame) const {
  EntityIndex newest;
  const auto same = std::ranges::equal_range(
      entities_, id, {}, [](const auto& entry) -> std::string_view { return entry.first; });
  for (const auto& [text, entity] : same) {
    if (frame.find(entity) != nullptr) return entity;
    if (recording_.entity(entity).stream == frame.stream) newest = entity;
  }
  return newest;
}

}  // namespace scrubjay
