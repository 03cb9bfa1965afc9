#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/derived/road_recording.h"
#include "app/viewer/scenery/scenery_shelf.h"
#include "core/session.h"

namespace scrubjay {

/// Where recordings stand in the roads of scenery that is placed under them; nothing where their
/// axes are mirrored, tilted or scaled there.
std::optional<UprightPose> road_placement(const Scenery& scenery,
                                          const SceneryPlacement& placement);

/// The roads under each open recording: of the first scenery chosen that has some. None while
/// nothing derived is to be shown.
class RoadsBelow {
 public:
  /// To be called each picture.
  void update(const Session& session, const ViewState& state, const SceneryShelf& shelf);
  /// Another one with other roads and another placement; null where there are none, and as long as
  /// the recording is not indexed.
  std::shared_ptr<RecordingOverRoads> of(const Recording* recording) const;
  bool is_any() const { return !all_.empty(); }
  /// Grows with each change of what `of` gives.
  std::uint64_t version() const { return version_; }

 private:
  std::vector<std::shared_ptr<RecordingOverRoads>> all_;
  std::uint64_t version_ = 0;
};

}  // namespace scrubjay
