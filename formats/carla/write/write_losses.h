#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/frame.h"
#include "formats/carla/records.h"
#include "formats/loss_counts.h"
#include "formats/write_plan.h"

namespace scrubjay::carla {

/// What CARLA's packets cannot say as other sources do. Rows of `kLossTexts`. All but the first
/// ones are kept unless that is not wanted.
enum class Loss : std::uint8_t {
  coordinates,
  resource,
  unwritten_comment,
  // Those above are never kept.
  actor_id,
  stream,
  frame_number,
  time,
  scale,
  no_position,
  far_position,
  rounded_position,
  name,
  detached,
  group,
  text,
  number,
  boolean,
  vector,
  shape,
  other_value,
  frame_property,
  event,
  metadata,
  comment,
  unwritten_resource,
};
inline constexpr std::size_t kLosses = static_cast<std::size_t>(Loss::unwritten_resource) + 1;

inline constexpr std::array<LossText, kLosses> kLossTexts{{
    {"frames in other coordinates", "unreal"},
    {"resources that cannot be read", ""},
    {"comments on what is not written", ""},
    {"entity ids that are no actor ids", "numbered"},
    {"frames of several streams", "frames of one"},
    {"frame numbers", "1, 2, 3, ..."},
    {"times that are no sum of the steps", "the sum"},
    {"scales of entities", ""},
    {"entities without a position", "EventAdd at 0, 0, 0"},
    {"positions that 32-bit numbers cannot hold", "Infinity"},
    {"positions that 32-bit numbers miss by more than a millimetre", "rounded"},
    {"names that change", "the first one"},
    {"entities that lose their parent", ""},
    {"group properties", ""},
    {"text properties", ""},
    {"number properties", ""},
    {"boolean properties", ""},
    {"vector and color properties", ""},
    {"shapes", ""},
    {"other properties", ""},
    {"properties of frames", ""},
    {"events", ""},
    {"metadata of the recording but map and date", ""},
    {"comments", ""},
    {"resources", ""},
}};

constexpr bool is_kept(Loss loss) { return loss > Loss::unwritten_comment; }

using LossCounts = scrubjay::LossCounts<Loss, kLossTexts>;

/// Adds what of a frame CARLA's packets, with vectors of that width, do not say.
void count_losses(const Frame& frame, const WritePlan& plan, VectorWidth width, LossCounts& losses);

}  // namespace scrubjay::carla
