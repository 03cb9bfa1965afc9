#include "app/viewer/found/travel_survey.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

namespace scrubjay {

TravelSurvey::TravelSurvey(std::shared_ptr<DecoderPool> decoders, Background& background)
    : frames_(std::move(decoders), background,
              {.frames = kFrames, .least_of_stream = 3, .at_once = 4, .looks = kLooks},
              {.begin = [this] { ways_.clear(); },
               .look_at = [this](const Frame& frame) { look_at(frame); },
               .report = [this](std::size_t, Travels& out) { report(out); }}) {}

void TravelSurvey::look_at(const Frame& frame) {
  const double metres = frame.coordinates.metres_per_unit;
  for (const Entity& entity : frame.entities) {
    const std::size_t row = entity.index.value;
    if (!entity.world.position || row >= kMostEntities) continue;
    if (row >= ways_.size()) ways_.resize(row + 1);
    Way& way = ways_[row];
    const double step = glm::distance(*entity.world.position, way.last) * metres;
    if (way.has_begun && std::isfinite(step)) way.metres += step;
    way.last = *entity.world.position;
    way.has_begun = true;
  }
}

void TravelSurvey::report(Travels& out) const {
  out.is_exact = frames_.looks_at_all();
  out.farthest.clear();
  double farthest = 0;
  for (const Way& way : ways_) farthest = std::max(farthest, way.metres);
  for (std::size_t row = 0; row < ways_.size(); ++row) {
    // What trembles goes nowhere.
    if (ways_[row].metres > 0.02 * farthest) {
      out.farthest.push_back({EntityIndex(row), ways_[row].metres});
    }
  }
  std::ranges::stable_sort(out.farthest, std::ranges::greater(), &Traveller::metres);
  if (out.farthest.size() > kListed) out.farthest.resize(kListed);
}

}  // namespace scrubjay
