#pragma once

#include <string_view>

#include "core/frame.h"

namespace scrubjay {

/// What an entity calls itself where its name is only a key or a place in a list: the first text
/// among its own properties called name, username, nickname, displayName or label (colyseus.md 9)
/// that says something else than the name. Empty for none; valid while the frame is.
std::string_view entity_label(const Frame& frame, const Entity& entity);

}  // namespace scrubjay
