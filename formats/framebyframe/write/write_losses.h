#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/loss_counts.h"

namespace scrubjay::framebyframe {

/// What the format cannot say as other sources do. Rows of `kLossTexts`.
enum class Loss : std::uint8_t {
  integer,
  vec4,
  color,
  list,
  record,
  bytes,
  numbers,
  points,
  null,
  reference,
  unit,
  non_finite,
  box,
  scale,
  local,
  no_position,
  coordinates,
  time,
  moved_time,
  event_span,
  metadata,
  frame_properties,
  frame_events,
  entity_id,
  client_id,
  comment,
  unwritten_comment,
  resource,
  lost_comment,
};
inline constexpr std::size_t kLosses = static_cast<std::size_t>(Loss::lost_comment) + 1;

inline constexpr std::array<LossText, kLosses> kLossTexts{{
    {"integer properties", "number"},
    {"vec4 properties", "quat"},
    {"color properties", "group of r, g, b, a"},
    {"list properties", "group"},
    {"record properties", "group"},
    {"bytes properties", "string (base64)"},
    {"numbers properties", "linechart"},
    {"points properties", "path in the layer \"Points\""},
    {"properties without a value", "number null"},
    {"entity properties that name no entity", "string"},
    {"units", "part of the property's name"},
    {"numbers that are not finite", "null"},
    {"boxes", "oobb in the layer \"Boxes\""},
    {"scales of entities", "vec3 property \"scale\""},
    {"transforms relative to parents", ""},
    {"entities without a position", "position 0, 0, 0"},
    {"frames in other coordinates", "framebyframe-1, in metres"},
    {"times with parts of milliseconds", "whole milliseconds"},
    {"times that do not begin at 0", "those since the first frame"},
    {"events that last", "events of one moment"},
    {"metadata of the recording", ""},
    {"properties of frames", "entity \"Recording\""},
    {"events of no entity", "entity \"Recording\""},
    {"entity ids that are used again or that the format cannot hold",
     "numbered; the id is kept as a property"},
    {"stream ids that are no number from 0 to 255", "numbered"},
    {"comments, which a raw file cannot hold", ""},
    {"comments on what is not written", ""},
    {"resources that cannot be read", ""},
    {"comments on what is not in the part written", ""},
}};

using LossCounts = scrubjay::LossCounts<Loss, kLossTexts>;

}  // namespace scrubjay::framebyframe
