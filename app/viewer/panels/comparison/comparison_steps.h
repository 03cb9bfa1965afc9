#pragma once

#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panel.h"

namespace scrubjay {

/// Goes to the frames of an item and selects the entity, to which the camera turns where it is out
/// of view; none: what belongs to the frames.
void go_to_difference(ViewContext& context, const RunComparison::Run& run, std::size_t item,
                      compare::Subject subject);
/// Goes to the next (+1) or previous (-1) moment at which a new entity begins to differ.
void go_to_neighbour_difference(PanelContext& context, int direction);
void go_to_first_difference(PanelContext& context);

}  // namespace scrubjay
