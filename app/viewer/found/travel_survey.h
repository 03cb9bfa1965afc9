#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <memory>
#include <vector>

#include "app/viewer/frames/frame_survey.h"

namespace scrubjay {

/// How far an entity went, from frame to frame of those that were looked at.
struct Traveller {
  EntityIndex entity;
  double metres = 0;
};

struct Travels {
  std::vector<Traveller> farthest;  ///< the farthest first
  bool is_exact = false;            ///< no frame was left out; else they may have gone farther
};

/// A FrameSurvey of how far entities go.
class TravelSurvey {
 public:
  static constexpr std::size_t kFrames = 32;  ///< looked at, or more of few entities:
  static constexpr std::size_t kLooks = 250'000;
  static constexpr std::size_t kMostEntities = 200'000;  ///< looked at
  static constexpr std::size_t kListed = 8;

  /// `background` must outlive this.
  TravelSurvey(std::shared_ptr<DecoderPool> decoders, Background& background);

  void request() { frames_.request(); }
  /// What was found last; null before the first. Valid until the next call.
  const Travels* latest() { return frames_.latest(); }
  /// True when `latest` gave what was asked for last.
  bool is_current() const { return frames_.is_current(); }

 private:
  struct Way {
    glm::dvec3 last{0.0};
    double metres = 0;
    bool has_begun = false;
  };

  void look_at(const Frame& frame);
  void report(Travels& out) const;

  // Of the background:
  std::vector<Way> ways_;        ///< by entity
  FrameSurvey<Travels> frames_;  ///< last: it ends before the others
};

}  // namespace scrubjay
