#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "analysis/derived/road_values.h"
#include "core/recording.h"

namespace scrubjay {

/// Roads, and where a recording stands in them.
struct RoadsOfRecording {
  std::shared_ptr<const RoadNetwork> roads;
  std::string path;  ///< of the file that the values are derived from
  UprightPose placement = {};
};

/// The recording, and in each frame of it what follows from the roads: each actor that has a road
/// (road_values.h) has one more property, a group "road" of values with the text "derived_from"
/// first. It is for looking at, not for copies: what
/// is written of a recording is written of the one that was given. `recording` must be indexed.
/// O(rows): nothing is decoded; a frame sought takes twice the time, or, where the frame before it
/// was not sought just before, three times.
std::shared_ptr<Recording> with_roads(std::shared_ptr<const Recording> recording,
                                      RoadsOfRecording roads);

/// A recording over roads, whose values are there for who asks for them.
class RecordingOverRoads {
 public:
  /// `recording` must be indexed.
  RecordingOverRoads(std::shared_ptr<const Recording> recording, RoadsOfRecording roads)
      : recording_(std::move(recording)), roads_(std::move(roads)) {}

  const std::shared_ptr<const Recording>& recording() const { return recording_; }
  const RoadsOfRecording& roads() const { return roads_; }
  /// The recording `with_roads`, made by the first who asks. Any thread.
  std::shared_ptr<const Recording> with_values();

 private:
  std::shared_ptr<const Recording> recording_;
  RoadsOfRecording roads_;
  std::mutex making_;  ///< guards what follows
  std::shared_ptr<const Recording> with_values_;
};

/// Appends the group "road" of an actor to a tree. `of` is the actor's recording.
void append_road_values(const RoadValues& values, const std::string& source, const Recording& of,
                        PropertyTree& tree);

}  // namespace scrubjay
