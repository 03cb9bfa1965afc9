#pragma once

#include <string_view>

#include "core/frame.h"

namespace scrubjay {

/// Appends where an entity is, as properties: a group "transform" with its position, rotation and
/// scale, "local" with those relative to its parent, and "box" with center and half, as far as it
/// has them, in the frame's coordinates; nothing where it has none. What it holds is as good as
/// `frame`'s.
void append_place(const Frame& frame, const Entity& entity, PropertyTree& out);

/// Whether a node is that group: a source may have one of that name, too. Not kept by copies of
/// the names.
bool is_place(const PropertyTree& tree, PropertyTree::Node node);

/// Whether a path ("transform/position") leads into it.
bool is_place_path(std::string_view path);

}  // namespace scrubjay
