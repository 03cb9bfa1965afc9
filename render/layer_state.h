#pragma once

#include <cstdint>

namespace scrubjay {

/// Of which entities a layer of the scene is drawn.
enum class LayerState : std::uint8_t { off, selected, all };

}  // namespace scrubjay
