#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <memory>
#include <vector>

#include "app/viewer/frames/frame_survey.h"
#include "render/scene_flags.h"

namespace scrubjay {

/// What moves over one recording, as far as some of its frames show it.
struct MotionFound {
  std::vector<Mobility> motion;        ///< by entity; what lies beyond its end is unknown
  std::vector<glm::dvec3> paths;       ///< where that was which moves, viewer space; a sample
  std::vector<EntityIndex> owners;     ///< beside `paths`
  std::vector<EntityIndex> in_events;  ///< have events of their own; ascending, a sample
  double fastest = 0;                  ///< metres per second between two frames looked at
  std::size_t moving = 0;
};

/// A FrameSurvey of which entities of a recording change their places.
class MotionSurvey {
 public:
  static constexpr std::size_t kFrames = 48;  ///< looked at
  /// Entities looked at, and places kept.
  static constexpr std::size_t kMostEntities = 200'000;
  static constexpr std::size_t kMostPlaces = 50'000;
  static constexpr std::size_t kMostEvents = 100'000;

  /// `background` must outlive this.
  MotionSurvey(std::shared_ptr<DecoderPool> decoders, Background& background);

  void request() {
    if (frames_.request()) ++version_;
  }
  /// What was found last; null before the first. Valid until the next call.
  const MotionFound* latest() { return frames_.latest(); }
  /// Another number for each thing that `latest` gives.
  std::size_t version() const { return version_; }
  /// True when `latest` gave what was asked for last.
  bool is_current() const { return frames_.is_current(); }

 private:
  struct Seen {
    glm::dvec3 low{0.0};
    glm::dvec3 high{0.0};
    glm::dvec3 last{0.0};
    Seconds time = 0;  ///< of `last`
    std::uint32_t count = 0;
  };

  void begin();
  void look_at(const Frame& frame);
  void report(MotionFound& out) const;

  std::size_t version_ = 0;
  // Of the background:
  double fastest_ = 0;
  std::vector<Seen> seen_;  ///< by entity
  struct Place {
    EntityIndex entity;
    glm::dvec3 at;
  };
  std::vector<Place> places_;
  FrameSurvey<MotionFound> frames_;  ///< last: it ends before the others
};

}  // namespace scrubjay
