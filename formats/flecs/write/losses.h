#pragma once

#include "formats/loss_counts.h"

namespace scrubjay::flecs {

/// What documents of flecs cannot say as other sources do.
#define LOSSES(NAME)                                                                              \
  NAME(shared, "values of other entities that queries matched", "values of those entities")       \
  NAME(color, "color properties", "group of r, g, b, a")                                          \
  NAME(quat, "quat properties", "vec4")                                                           \
  NAME(list, "lists of numbers", "vec2, vec3, vec4 or numbers")                                   \
  NAME(record, "record, table and shape properties", "group")                                     \
  NAME(bytes, "bytes properties", "string (base64)")                                              \
  NAME(text_kind, "comment and resource properties", "string")                                    \
  NAME(points, "points properties", "numbers")                                                    \
  NAME(reference, "entity properties that name no entity", "string")                              \
  NAME(non_finite, "numbers that are not finite", "NaN, or infinity without its sign")            \
  NAME(name, "properties whose names mean something to flecs, or come again",                     \
       "members of a component \"properties\"")                                                   \
  NAME(frame_property, "properties of frames that are called like a part of the document", "")    \
  NAME(entity_name, "entity names that are empty or come again beside each other", "name and id") \
  NAME(entity_id, "entity ids that are no number of 32 bits or come again", "numbered")           \
  NAME(no_position, "entities with a rotation or scale, without a position", "position 0, 0, 0")  \
  NAME(lost_local, "places relative to a parent that is nowhere", "")                             \
  NAME(moved_local, "places relative to a parent that is not written", "places in the world")     \
  NAME(coordinates, "frames in other coordinates", "those that documents are read in")            \
  NAME(too_deep, "entities whose path is longer than 4,096 bytes", "root")                        \
  NAME(event, "events", "attribute \"events\" of frames; changes are found again by comparing")   \
  NAME(lost_event, "events of changes of which one side is not written, and of missing samples",  \
       "")                                                                                        \
  NAME(query_event, "events of entities that a query found or lost",                              \
       "of those that were added or removed")                                                     \
  NAME(order, "entities whose components, tags and pairs are mixed in another order",             \
       "tags first, then pairs by their relation, then components")                               \
  NAME(frame, "frames of the same time", "one frame")                                             \
  NAME(stream, "streams", "one")                                                                  \
  NAME(metadata, "metadata of the recording", "")                                                 \
  NAME(comment, "comments", "")                                                                   \
  NAME(resource, "resources", "")                                                                 \
  NAME(lost_comment, "comments on what is not in the part written", "")                           \
  NAME(lost_resource, "resources that cannot be read", "")
SCRUBJAY_LOSSES(LOSSES)
#undef LOSSES

}  // namespace scrubjay::flecs
