#include "app/viewer/saved/saved_curves.h"

#include <string>
#include <utility>

#include "app/viewer/plots/plot_curves.h"
#include "core/unique_id.h"

namespace scrubjay {

std::vector<SavedCurve> saved_curves(const Recording& recording, std::size_t place,
                                     const std::vector<PlotCurve>& curves) {
  std::vector<SavedCurve> saved;
  for (const PlotCurve& curve : curves) {
    if (curve.entity.recording != place || !curve.entity.entity.exists()) continue;
    SavedCurve one{unique_id(recording, curve.entity.entity), {}, curve};
    if (curve.other.exists()) one.other = unique_id(recording, curve.other);
    one.curve.entity = {};
    one.curve.other = {};
    saved.push_back(std::move(one));
  }
  return saved;
}

std::vector<SavedCurve> saved_lanes(const Recording& recording, std::size_t place,
                                    const std::vector<PlottedValue>& lanes) {
  std::vector<PlotCurve> curves;
  for (const PlottedValue& lane : lanes) curves.push_back({lane});
  return saved_curves(recording, place, curves);
}

void restore_lanes(const Recording& recording, std::size_t place,
                   const std::vector<SavedCurve>& saved, std::vector<PlottedValue>& out) {
  std::vector<PlotCurve> curves;
  restore_curves(recording, place, saved, curves);
  out.insert(out.end(), curves.begin(), curves.end());
}

void restore_curves(const Recording& recording, std::size_t place,
                    const std::vector<SavedCurve>& saved, std::vector<PlotCurve>& out) {
  for (const SavedCurve& one : saved) {
    if (out.size() >= kMostCurves) return;
    const auto entity = entity_of_unique_id(recording, one.entity);
    const auto other = entity_of_unique_id(recording, one.other);
    if (!entity || (!one.other.empty() && !other)) continue;
    PlotCurve curve = one.curve;
    curve.entity = {place, *entity};
    if (!one.other.empty()) curve.other = *other;
    out.push_back(std::move(curve));
  }
}

}  // namespace scrubjay
