#pragma once

#include <string>
#include <string_view>

#include "core/recording.h"

namespace scrubjay::mcap {

/// What our own files call the role of an event; empty for none.
constexpr std::string_view event_role_name(EventRole role) {
  switch (role) {
    case EventRole::chapter: return "chapter";
    case EventRole::appearance: return "appearance";
    case EventRole::collision: return "collision";
    case EventRole::none: break;
  }
  return "";
}

/// The role of that name; none for any other text.
constexpr EventRole event_role_from(std::string_view text) {
  for (const EventRole role : {EventRole::chapter, EventRole::appearance, EventRole::collision}) {
    if (event_role_name(role) == text) return role;
  }
  return EventRole::none;
}

/// What begins a fact of an event's property that says of what type it is.
inline constexpr std::string_view kTypeFact = "type:";

/// Of our own entities by what the source calls them.
inline std::string own_id_key(StreamIndex stream, std::string_view id) {
  return std::to_string(stream.value) + ' ' + std::string(id);
}

}  // namespace scrubjay::mcap
