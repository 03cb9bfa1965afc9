#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/loss_counts.h"

namespace scrubjay::flecs {

/// What documents of flecs cannot say as other sources do. Rows of `kLossTexts`.
enum class Loss : std::uint8_t {
  shared,
  color,
  quat,
  list,
  record,
  bytes,
  text_kind,
  points,
  reference,
  non_finite,
  name,
  frame_property,
  entity_name,
  entity_id,
  no_position,
  lost_local,
  moved_local,
  coordinates,
  too_deep,
  event,
  lost_event,
  query_event,
  order,
  frame,
  stream,
  metadata,
  comment,
  resource,
  lost_comment,
  lost_resource,
};
inline constexpr std::size_t kLosses = static_cast<std::size_t>(Loss::lost_resource) + 1;

inline constexpr std::array<LossText, kLosses> kLossTexts{{
    {"values of other entities that queries matched", "values of those entities"},
    {"color properties", "group of r, g, b, a"},
    {"quat properties", "vec4"},
    {"lists of numbers", "vec2, vec3, vec4 or numbers"},
    {"record, table and shape properties", "group"},
    {"bytes properties", "string (base64)"},
    {"comment and resource properties", "string"},
    {"points properties", "numbers"},
    {"entity properties that name no entity", "string"},
    {"numbers that are not finite", "NaN, or infinity without its sign"},
    {"properties whose names mean something to flecs, or come again",
     "members of a component \"properties\""},
    {"properties of frames that are called like a part of the document", ""},
    {"entity names that are empty or come again beside each other", "name and id"},
    {"entity ids that are no number of 32 bits or come again", "numbered"},
    {"entities with a rotation or scale, without a position", "position 0, 0, 0"},
    {"places relative to a parent that is nowhere", ""},
    {"places relative to a parent that is not written", "places in the world"},
    {"frames in other coordinates", "those that documents are read in"},
    {"entities whose path is longer than 4,096 bytes", "root"},
    {"events", "attribute \"events\" of frames; changes are found again by comparing"},
    {"events of changes of which one side is not written, and of missing samples", ""},
    {"events of entities that a query found or lost", "of those that were added or removed"},
    {"entities whose components, tags and pairs are mixed in another order",
     "tags first, then pairs by their relation, then components"},
    {"frames of the same time", "one frame"},
    {"streams", "one"},
    {"metadata of the recording", ""},
    {"comments", ""},
    {"resources", ""},
    {"comments on what is not in the part written", ""},
    {"resources that cannot be read", ""},
}};

using LossCounts = scrubjay::LossCounts<Loss, kLossTexts>;

}  // namespace scrubjay::flecs
