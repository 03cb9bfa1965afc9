#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/filters/filters_list.h"

namespace scrubjay {

/// What a filter found so far: how much, ways to the next and the one before, and the list.
void draw_hits(PanelContext& context, FiltersCache& cache, const ListedFilter& listed);

}  // namespace scrubjay
