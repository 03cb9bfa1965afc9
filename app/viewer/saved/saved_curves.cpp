#include "app/viewer/saved/saved_curves.h"

#include <string>
#include <utility>

#include "app/viewer/plots/plot_curves.h"

namespace scrubjay {

std::vector<SavedCurve> saved_curves(const Recording& recording, std::size_t place,
                                     const std::vector<PlotCurve>& curves) {
  std::vector<SavedCurve> saved;
  for (const PlotCurve& curve : curves) {
    if (curve.entity.recording != place || !curve.entity.entity.exists()) continue;
    SavedCurve one{std::string(recording.entity(curve.entity.entity).id), {}, curve};
    if (curve.other.exists()) one.other = recording.entity(curve.other).id;
    one.curve.entity = {};
    one.curve.other = {};
    saved.push_back(std::move(one));
  }
  return saved;
}

void restore_curves(const Recording& recording, std::size_t place,
                    const std::vector<SavedCurve>& saved, std::vector<PlotCurve>& out) {
  for (const SavedCurve& one : saved) {
    if (out.size() >= kMostCurves) return;
    const auto entity = recording.entities_with_id(one.entity);
    const auto other = recording.entities_with_id(one.other);
    if (entity.empty() || (!one.other.empty() && other.empty())) continue;
    PlotCurve curve = one.curve;
    curve.entity = {place, entity.front()};
    if (!one.other.empty()) curve.other = other.front();
    out.push_back(std::move(curve));
  }
}

}  // namespace scrubjay
