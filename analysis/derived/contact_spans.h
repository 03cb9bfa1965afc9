#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "core/ids.h"

namespace scrubjay {

/// Two entities touch, from the first to the last of consecutive frames of one stream, both ends
/// included.
struct Contact {
  EntityIndex entity;  ///< the one that moved faster towards the other at the begin
  EntityIndex other;
  FrameIndex first;
  FrameIndex last;
  Seconds begin = 0;
  Seconds end = 0;
  /// How fast they came towards each other into the first frame [m/s], as ApproachTracker says;
  /// none where one had no place in the frame before.
  std::optional<double> closing;
  bool is_assumed = false;   ///< a box that touches is the usual one of its kind
  bool is_recorded = false;  ///< the recording has a collision of the two within
};

/// By begin, then by entities: the order of lists.
bool comes_before(const Contact& a, const Contact& b);

/// Two entities that touch in one frame.
struct Touch {
  EntityIndex a;  ///< the lesser row
  EntityIndex b;
  bool is_assumed = false;
  bool is_recorded = false;
  bool is_reported_by_b = false;
};

/// An entity that has a position.
struct PlacedEntity {
  EntityIndex entity;
  glm::dvec3 position{0.0};                 ///< in kDerivedCoordinates
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< the identity where none is known
};

/// What is known of contacts at one frame.
struct FrameContacts {
  FrameIndex frame;
  Seconds time = 0;
  std::vector<Touch> touches;        ///< ascending by a, b; each pair once
  std::vector<PlacedEntity> places;  ///< ascending by entity
};

/// Joins what touches in the frames of one stream into spans. Rows of recorded collisions leave out
/// a frame now and then: a span goes on over what is not longer than kRecordedPause behind one.
class ContactSpans {
 public:
  static constexpr Seconds kRecordedPause = 0.25;

  /// The next frame. Appends the spans that have ended to `ended`. Takes the places of `frame` and
  /// leaves it those of the frame before.
  void add(FrameContacts& frame, std::vector<Contact>& ended);
  /// Appends those that last to the newest frame, or may go on behind it.
  void copy_lasting(std::vector<Contact>& out) const;

 private:
  struct Open {
    EntityIndex a;
    EntityIndex b;
    Contact contact;
    std::optional<Seconds> recorded;  ///< the newest recorded row
    bool is_pausing = false;          ///< did not touch in the newest frame
  };

  Open begin(const Touch& touch, const FrameContacts& frame) const;
  static bool may_go_on(const Open& open, Seconds time);
  static void extend(Open& open, const Touch& touch, const FrameContacts& frame);

  std::vector<Open> open_;  ///< ascending by a, b
  std::vector<Open> next_;
  std::vector<PlacedEntity> places_before_;
  Seconds time_before_ = 0;
};

}  // namespace scrubjay
