#pragma once

#include "formats/loss_counts.h"

namespace scrubjay::framebyframe {

/// What the format cannot say as other sources do.
#define LOSSES(NAME)                                                               \
  NAME(integer, "integer properties", "number")                                    \
  NAME(vec4, "vec4 properties", "quat")                                            \
  NAME(color, "color properties", "group of r, g, b, a")                           \
  NAME(list, "list properties", "group")                                           \
  NAME(record, "record properties", "group")                                       \
  NAME(bytes, "bytes properties", "string (base64)")                               \
  NAME(numbers, "numbers properties", "linechart")                                 \
  NAME(points, "points properties", "path in the layer \"Points\"")                \
  NAME(null, "properties without a value", "number null")                          \
  NAME(reference, "entity properties that name no entity", "string")               \
  NAME(unit, "units", "part of the property's name")                               \
  NAME(non_finite, "numbers that are not finite", "null")                          \
  NAME(box, "boxes", "oobb in the layer \"Boxes\"")                                \
  NAME(scale, "scales of entities", "vec3 property \"scale\"")                     \
  NAME(local, "transforms relative to parents", "")                                \
  NAME(no_position, "entities without a position", "position 0, 0, 0")             \
  NAME(coordinates, "frames in other coordinates", "framebyframe-1, in metres")    \
  NAME(time, "times with parts of milliseconds", "whole milliseconds")             \
  NAME(moved_time, "times that do not begin at 0", "those since the first frame")  \
  NAME(event_span, "events that last", "events of one moment")                     \
  NAME(metadata, "metadata of the recording", "")                                  \
  NAME(frame_properties, "properties of frames", "entity \"Recording\"")           \
  NAME(frame_events, "events of no entity", "entity \"Recording\"")                \
  NAME(entity_id, "entity ids that are used again or that the format cannot hold", \
       "numbered; the id is kept as a property")                                   \
  NAME(client_id, "stream ids that are no number from 0 to 255", "numbered")       \
  NAME(comment, "comments, which a raw file cannot hold", "")                      \
  NAME(unwritten_comment, "comments on what is not written", "")                   \
  NAME(resource, "resources that cannot be read", "")                              \
  NAME(lost_comment, "comments on what is not in the part written", "")
SCRUBJAY_LOSSES(LOSSES)
#undef LOSSES

}  // namespace scrubjay::framebyframe
