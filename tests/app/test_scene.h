#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Entities and events made up for tests of the window; unlike a scripted recording its frames
/// decode.
struct TestScene {
  struct Entity {
    std::string id = {};
    std::string name = {};
    EntityKind kind = EntityKind::other;
    std::uint32_t parent = kNone;
    std::uint32_t first = 0;     ///< frames in which it lives, both included
    std::uint32_t last = kNone;  ///< kNone: to the end
    std::uint32_t stream = 0;
    bool is_background = false;
  };
  struct Event {
    std::uint32_t frame = 0;
    std::string name = {};
    std::string tag = {};
    std::uint32_t entity = kNone;
  };
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::size_t frames = 10;
  Seconds step = 0.1;
  std::vector<Entity> entities;             ///< in order of `first`
  std::vector<Event> events;                ///< in order of frame
  std::vector<std::string> streams = {""};  ///< names; their ids are "0", "1", ...
  /// The stream of a frame; nothing: they take turns.
  std::function<std::uint32_t(std::size_t frame)> stream;
  /// The frame's own number; nothing: counted from 1.
  std::function<std::uint64_t(std::size_t frame)> number;
  std::vector<std::pair<std::string, std::string>> metadata;
  /// Adds the properties of an entity at a frame; nothing: a number "frame".
  std::function<void(std::size_t frame, std::size_t entity, PropertyTree& out)> properties;
  /// Where an entity is; nothing: at (frame, row, 0).
  std::function<glm::dvec3(std::size_t frame, std::size_t entity)> position;
  /// The state between frames is known: on the way, positions are those of frames and a share.
  bool knows_between = false;
  /// Adds the properties of an event; nothing: an integer "row".
  std::function<void(std::size_t event, PropertyTree& out)> event_properties;

  std::uint32_t stream_of(std::size_t frame) const {
    if (stream) return stream(frame);
    return static_cast<std::uint32_t>(frame % streams.size());
  }
};

/// An indexed recording of the scene.
std::shared_ptr<Recording> recording_of(TestScene scene, const std::string& name = "made.log");

}  // namespace scrubjay
