#pragma once

#include <memory>
#include <string>

#include "core/recording.h"

namespace scrubjay {

// Everything that a recording says, line by line, numbers by their bits: for comparing two. What
// only a format knows (details, byte ranges) is not in it.

/// Metadata, streams, entities, lifetimes, layers, resources with their content, comments.
std::string tables_and_extras_dump(const Recording& recording);
/// One decoded frame with its events.
std::string frame_dump(const Recording& recording, const Frame& frame);
/// A problem on a line each.
std::string problems_dump(const Recording& recording);
/// All that a recording says: tables, problems, details, about a hundred frames sought in both
/// directions, and what stands for its secrets.
std::string whole_dump(const std::shared_ptr<Recording>& recording);
/// Whether the dumps are equal, without making them.
bool same_frame(const Recording& a, const Frame& a_frame, const Recording& b, const Frame& b_frame);
/// Whether `some` is what the whole frame has of the entities that are wanted (Frame::only).
bool is_part_of(const Recording& recording, const Frame& some, const Frame& whole);

}  // namespace scrubjay
