#pragma once

#include "analysis/derived/contacts.h"
#include "app/shared/recording_json.h"

namespace scrubjay {

// A contact as an event: what the command line prints and the window lists.
inline constexpr std::string_view kContactName = "contact";
/// Tag of all events that were not recorded, but follow from what was.
inline constexpr std::string_view kDerivedTag = "derived";

/// Appends the properties of the event to `out`: other (an entity), closing [m/s] where it is
/// known, assumed, recorded. Views into the recording.
PropertyRange contact_properties(const Recording& recording, const Contact& contact,
                                 PropertyTree& out);

/// The event as `write_event` prints recorded ones; without an order, and always with its end.
void write_contact(JsonWriter& json, const Recording& recording, const Contact& contact,
                   PrintedAs place);

}  // namespace scrubjay
