#include "app/viewer/scenery/scenery_shelf.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/shared/scenery_file.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

struct SceneryShelf::Reading {
  ~Reading() { cancelled = true; }

  Piece piece;
  std::atomic<bool> cancelled{false};
  // Ends before what it looks at.
  Awaited<Result<std::shared_ptr<const Scenery>>> result;
};

SceneryShelf::SceneryShelf() = default;
SceneryShelf::~SceneryShelf() = default;

void SceneryShelf::update(const std::vector<ChosenScenery>& chosen,
                          const std::function<void()>& wake) {
  std::erase_if(readings_, [&](const auto& reading) {
    return std::ranges::find(chosen, reading->piece.path, &ChosenScenery::path) == chosen.end();
  });
  for (const ChosenScenery& wanted : chosen) {
    if (find(wanted.path) != nullptr) continue;
    readings_.push_back(std::make_unique<Reading>());
    Reading& reading = *readings_.back();
    reading.piece.path = wanted.path;
    reading.result.start(
        wake, [&reading, path = wanted.path] { return open_scenery(path, reading.cancelled); });
  }
  for (const auto& reading : readings_) {
    auto done = reading->result.take();
    if (!done) continue;
    reading->piece.is_reading = false;
    if (*done) {
      reading->piece.scenery = std::move(**done);
    } else {
      reading->piece.problem = std::move(done->error());
      failures_.push_back(reading->piece);
    }
  }
}

const SceneryShelf::Piece* SceneryShelf::find(const std::string& path) const {
  for (const auto& reading : readings_) {
    if (reading->piece.path == path) return &reading->piece;
  }
  return nullptr;
}

bool SceneryShelf::is_busy() const {
  return std::ranges::any_of(readings_, [](const auto& one) { return one->piece.is_reading; });
}

std::vector<SceneryShelf::Piece> SceneryShelf::take_failures() {
  return std::exchange(failures_, {});
}

std::vector<PlacedScenery> SceneryShelf::placed(const ViewState& state) const {
  std::array<bool, kSceneryClasses> hidden = {};
  for (std::size_t i = 0; i < kSceneryClasses; ++i) {
    hidden[i] = !is_shown(state, static_cast<SceneryClass>(i));
  }
  std::vector<PlacedScenery> all;
  for (const ChosenScenery& chosen : state.scenery) {
    const Piece* const piece = find(chosen.path);
    if (piece == nullptr || piece->scenery == nullptr) continue;
    all.push_back({piece->scenery, chosen.placement, hidden});
  }
  return all;
}

}  // namespace scrubjay
