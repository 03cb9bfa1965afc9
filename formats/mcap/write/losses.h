#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/loss_counts.h"

namespace scrubjay::mcap {

/// What MCAP files cannot say as recordings do. Rows of `kLossTexts`.
enum class Loss : std::uint8_t {
  coordinates,
  not_usual,
  no_transform,
  nothing,
  name,
  several_types,
  json,
  kind_of_text,
  comment,
  resource,
  table,
  event_shape,
  early_event,
  event_entity,
  mixed_container,
};
inline constexpr std::size_t kLosses = static_cast<std::size_t>(Loss::mixed_container) + 1;

inline constexpr std::array<LossText, kLosses> kLossTexts{{
    {"frames in other coordinates", ""},
    {"frames in coordinates that are not ros", "what viewers take for ros"},
    {"positions that are not finite", "no transform"},
    {"null properties, empty lists", "not set"},
    {"properties whose names fields cannot have",
     "the nearest that they can; the name in the metadata"},
    {"properties of several types", "a field for each type"},
    {"lists of several types or of lists, groups with very many names or none, what nests very "
     "deep",
     "JSON"},
    {"types of texts, units, flags and styles of properties", ""},
    {"comments", "log messages and metadata"},
    {"resources without bytes, pictures that are too large", ""},
    {"entities above 1,000", "rows of tables"},
    {"shapes of events", "in the event's JSON"},
    {"events before the zero of time", "at the zero"},
    {"events of entities that live in no frame written", "events of nobody"},
    {"names of groups that tables, shapes or records have, too", "groups only"},
}};

using LossCounts = scrubjay::LossCounts<Loss, kLossTexts>;

}  // namespace scrubjay::mcap
