#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// A life of an entity of a MadeScene: frames [first, end); equal ones: it never lived.
struct MadeLife {
  std::uint32_t entity = 0;
  std::uint32_t first = 0;
  std::uint32_t end = kOpen;  ///< kOpen: to the end of the recording

  static constexpr std::uint32_t kOpen = std::numeric_limits<std::uint32_t>::max();
  bool contains(std::size_t frame) const { return frame >= first && frame < end; }
};

struct MadeFrame {
  Seconds time = 0;
  std::uint64_t number = 0;
  std::uint32_t stream = 0;
};

struct MadeEvent {
  std::uint32_t frame = 0;
  Seconds time = 0;
  Seconds end = 0;
  EntityIndex entity;
  std::string name;
  std::string tag;
  std::uint32_t order = 0;
};

/// What a recording made up for tests contains; its reader hands it out frame by frame. Entities
/// are called "e0", "e1", ... and named "name 0" ... "name 6" in turn; entity n's parent is n / 2.
struct MadeScene {
  std::uint32_t streams = 1;
  std::vector<MadeFrame> frames;
  std::vector<MadeLife> lives;    ///< in order of `first`; entities numbered in order of appearance
  std::vector<MadeEvent> events;  ///< in order of frame
  bool complete = true;

  /// Rows of the entities that live at a frame, ascending, found by looking at every life.
  std::vector<std::uint32_t> alive_at(std::size_t frame) const;
};

/// `frames` frames, 0.1 s apart.
std::vector<MadeFrame> steady_frames(std::size_t frames);

/// Entities that come, go and come again, with events: about `per_frame` of each in a frame.
MadeScene random_scene(std::uint64_t seed, std::size_t frames, std::size_t per_frame);

/// Called by the index pass before each frame is published.
using BeforeFrame = std::function<void(std::size_t frame)>;

/// A recording of that scene, not indexed, whose file has `file_bytes` zeros. Its frames hold
///   entities: those alive, at (frame, row, 0) in metres, with a number "row"
///   properties: a number "frame"
///   problems: one of code "made" in every tenth frame
/// and its events a number "event" (their row) and a vector "place" (a point).
std::shared_ptr<Recording> made_recording(std::shared_ptr<const MadeScene> scene,
                                          BeforeFrame before_frame = nullptr,
                                          std::size_t file_bytes = 1000);

}  // namespace scrubjay
