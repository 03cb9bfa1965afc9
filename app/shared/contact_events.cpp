#include "app/shared/contact_events.h"

namespace scrubjay {

PropertyRange contact_properties(const Recording& recording, const Contact& contact,
                                 PropertyTree& out) {
  const PropertyTree::Node mark = out.size();
  out.text("other", recording.entity(contact.other).id, PropertyType::entity);
  if (contact.closing) out.number("closing", *contact.closing, Precision::float64, "m/s");
  out.boolean("assumed", contact.is_assumed);
  out.boolean("recorded", contact.is_recorded);
  return out.since(mark);
}

void write_contact(JsonWriter& json, const Recording& recording, const Contact& contact,
                   PrintedAs place) {
  json.begin_object();
  if (place == PrintedAs::item_of_list) {
    json.integer_field("frame", contact.first.value);
    const Timeline& timeline = recording.timeline();
    if (timeline.stream_count() > 1) {
      json.field("stream", timeline.stream_info(timeline.stream(contact.first)).id);
    }
  }
  json.field("name", kContactName);
  json.field("tag", kDerivedTag);
  json.field("entity", recording.entity(contact.entity).id);
  json.number_field("time", contact.begin);
  json.number_field("end", contact.end);
  json.key("properties");
  PropertyTree tree;
  write_properties(json, tree, contact_properties(recording, contact, tree));
  json.end_object();
}

}  // namespace scrubjay
