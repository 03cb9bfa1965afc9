#pragma once

#include <string_view>
#include <vector>

#include "app/viewer/view_state.h"
#include "core/session.h"

namespace scrubjay {

/// Names of the layers that shapes of the open recordings lie in, in order of first appearance.
/// They live as long as the recordings.
std::vector<std::string_view> layer_names(const Session& session);

/// For which entities the shapes of a layer are drawn: for all, unless the user said otherwise.
LayerState layer_of(const ViewState& state, std::string_view name);
void set_layer(ViewState& state, std::string_view name, LayerState layer);

}  // namespace scrubjay
