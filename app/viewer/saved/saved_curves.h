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
/// The same for values with a lane of their own.
std::vector<SavedCurve> saved_lanes(const Recording& recording, std::size_t place,
                                    const std::vector<PlottedValue>& lanes);
void restore_lanes(const Recording& recording, std::size_t place,
                   const std::vector<SavedCurve>& saved, std::vector<PlottedValue>& out);

}  // namespace scrubjay
