#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/view_state.h"
#include "core/problem.h"
#include "core/scenery.h"
#include "render/scenery_placement.h"

namespace scrubjay {

/// The scenery that the view has chosen, read in the background.
class SceneryShelf {
 public:
  struct Piece {
    std::string path;
    bool is_reading = true;
    std::shared_ptr<const Scenery> scenery;  ///< null while it is read, and where it cannot be
    std::optional<Problem> problem;          ///< why it cannot
  };

  SceneryShelf();
  ~SceneryShelf();
  SceneryShelf(const SceneryShelf&) = delete;
  SceneryShelf& operator=(const SceneryShelf&) = delete;

  /// Reads what is chosen and not read yet, forgets what is not chosen any more. `wake` is called
  /// from any thread when something was read.
  void update(const std::vector<ChosenScenery>& chosen, const std::function<void()>& wake);
  /// Null where it is not chosen.
  const Piece* find(const std::string& path) const;
  bool is_busy() const;
  /// What could not be read since the last call.
  std::vector<Piece> take_failures();
  /// What is there of what the view has chosen, as it is to be drawn.
  std::vector<PlacedScenery> placed(const ViewState& state) const;

 private:
  struct Reading;
  std::vector<std::unique_ptr<Reading>> readings_;
  std::vector<Piece> failures_;
};

}  // namespace scrubjay
