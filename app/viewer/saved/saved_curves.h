#pragma once

#include <cstddef>
#include <vector>

#include "app/viewer/saved/settings.h"
#include "app/viewer/view_state.h"
#include "core/recording.h"

namespace scrubjay {

/// Those of one recording of the session, its entities by their ids.
std::vector<SavedCurve> saved_curves(const Recording& recording, std::size_t place,
                                     const std::vector<PlotCurve>& curves);
/// Appends them again, up to kMostCurves in all; those of entities that are not there are left out.
void restore_curves(const Recording& recording, std::size_t place,
                    const std::vector<SavedCurve>& saved, std::vector<PlotCurve>& out);

}  // namespace scrubjay
