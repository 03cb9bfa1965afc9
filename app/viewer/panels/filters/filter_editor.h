#pragma once

#include <vector>

#include "app/viewer/draw_context.h"
#include "app/viewer/panels/filters/filter_suggestions.h"
#include "app/viewer/view_state.h"

namespace scrubjay {

/// The fields of a filter: what it asks for. `suggestions`: properties that there are. `is_new`:
/// the name of the event or of the first property takes the keyboard.
void draw_editor(DrawContext& context, ListedFilter& listed,
                 const std::vector<FilterSuggestion>& suggestions, bool is_new);

}  // namespace scrubjay
