#pragma once

#include "core/frame.h"
#include "formats/carla/records.h"
#include "formats/loss_counts.h"
#include "formats/write_plan.h"

namespace scrubjay::carla {

/// What CARLA's packets cannot say as other sources do. All but the first three are kept unless
/// that is not wanted.
#define LOSSES(NAME)                                                                     \
  NAME(coordinates, "frames in other coordinates", "unreal")                             \
  NAME(resource, "resources that cannot be read", "")                                    \
  NAME(unwritten_comment, "comments on what is not written", "")                         \
  NAME(actor_id, "entity ids that are no actor ids", "numbered")                         \
  NAME(stream, "frames of several streams", "frames of one")                             \
  NAME(frame_number, "frame numbers", "1, 2, 3, ...")                                    \
  NAME(time, "times that are no sum of the steps", "the sum")                            \
  NAME(scale, "scales of entities", "")                                                  \
  NAME(no_position, "entities without a position", "EventAdd at 0, 0, 0")                \
  NAME(far_position, "positions that 32-bit numbers cannot hold", "Infinity")            \
  NAME(rounded_position, "positions that 32-bit numbers miss by more than a millimetre", \
       "rounded")                                                                        \
  NAME(name, "names that change", "the first one")                                       \
  NAME(detached, "entities that lose their parent", "")                                  \
  NAME(group, "group properties", "")                                                    \
  NAME(text, "text properties", "")                                                      \
  NAME(number, "number properties", "")                                                  \
  NAME(boolean, "boolean properties", "")                                                \
  NAME(vector, "vector and color properties", "")                                        \
  NAME(shape, "shapes", "")                                                              \
  NAME(other_value, "other properties", "")                                              \
  NAME(frame_property, "properties of frames", "")                                       \
  NAME(event, "events", "")                                                              \
  NAME(metadata, "metadata of the recording but map and date", "")                       \
  NAME(comment, "comments", "")                                                          \
  NAME(unwritten_resource, "resources", "")
SCRUBJAY_LOSSES(LOSSES)
#undef LOSSES

constexpr bool is_kept(Loss loss) { return loss > Loss::unwritten_comment; }

/// Adds what of a frame CARLA's packets, with vectors of that width, do not say.
void count_losses(const Frame& frame, const WritePlan& plan, VectorWidth width, LossCounts& losses);

}  // namespace scrubjay::carla
