#pragma once

#include "formats/loss_counts.h"

namespace scrubjay::mcap {

/// What MCAP files cannot say as recordings do.
#define LOSSES(NAME)                                                                               \
  NAME(coordinates, "frames in other coordinates", "")                                             \
  NAME(not_usual, "frames in coordinates that are not ros", "what viewers take for ros")           \
  NAME(no_transform, "positions that are not finite", "no transform")                              \
  NAME(nothing, "null properties, empty lists", "not set")                                         \
  NAME(name, "properties whose names fields cannot have",                                          \
       "the nearest that they can; the name in the metadata")                                      \
  NAME(several_types, "properties of several types", "a field for each type")                      \
  NAME(json,                                                                                       \
       "lists of several types or of lists, groups with very many names or none, what nests very " \
       "deep",                                                                                     \
       "JSON")                                                                                     \
  NAME(kind_of_text, "types of texts, units, flags and styles of properties", "")                  \
  NAME(comment, "comments", "log messages and metadata")                                           \
  NAME(resource, "resources without bytes, pictures that are too large", "")                       \
  NAME(table, "entities above 1,000", "rows of tables")                                            \
  NAME(event_shape, "shapes of events", "in the event's JSON")                                     \
  NAME(early_event, "events before the zero of time", "at the zero")                               \
  NAME(event_entity, "events of entities that live in no frame written", "events of nobody")       \
  NAME(mixed_container, "names of groups that tables, shapes or records have, too", "groups only")
SCRUBJAY_LOSSES(LOSSES)
#undef LOSSES

}  // namespace scrubjay::mcap
