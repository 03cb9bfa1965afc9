#pragma once

#include "formats/format_writer.h"

namespace scrubjay::carla {

/// Whether the recording is one of CARLA's own packets, of which a whole or a part can be copied. A
/// part of one that is kept (formats/kept) is written anew, since its packets speak of the whole,
/// and so is one whose end is missing.
bool can_copy(const WriteRequest& request);

/// Copies packets as they are, unknown ones, too. The whole recording is equal to the byte, damage
/// inside of packets included; where it was cut off its last frame ends behind the last whole
/// packet, and what was left of the next one is a loss. A part has new frame numbers and times; in
/// its first frame stand all actors that live then, at their places then, with their parents and
/// the states that hold. Of chosen entities only the records that name one of them, and the places
/// of those who follow one that is not chosen.
Result<WriteReport> copy_recording(const WriteRequest& request, const std::atomic<bool>& cancelled,
                                   const ByteSink& sink);

}  // namespace scrubjay::carla
