#include "analysis/derived/contact_spans.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <tuple>
#include <utility>

namespace scrubjay {

namespace {

std::optional<glm::dvec3> position_in(std::span<const PlacedEntity> places, EntityIndex entity) {
  const auto found = std::ranges::lower_bound(places, entity, {}, &PlacedEntity::entity);
  if (found == places.end() || found->entity != entity) return std::nullopt;
  return found->position;
}

auto pair_of(const auto& of) { return std::tie(of.a, of.b); }

/// How two came to where they are, from the frame before.
struct Course {
  glm::dvec3 a_before, a, b_before, b;

  double closing(Seconds passed) const {
    return (glm::distance(a_before, b_before) - glm::distance(a, b)) / passed;
  }
  /// Whether b moved faster towards a than a towards b; where neither did, whether it moved faster.
  bool is_by_b() const {
    const glm::dvec3 to_b = b - a;
    const double a_towards = glm::dot(a - a_before, to_b);
    const double b_towards = -glm::dot(b - b_before, to_b);
    if (a_towards != b_towards) return b_towards > a_towards;
    return glm::distance(b, b_before) > glm::distance(a, a_before);
  }
};

}  // namespace

bool comes_before(const Contact& a, const Contact& b) {
  return std::tie(a.begin, a.first, a.entity, a.other) <
         std::tie(b.begin, b.first, b.entity, b.other);
}

ContactSpans::Open ContactSpans::begin(const Touch& touch, const FrameContacts& frame) const {
  Open open{.a = touch.a, .b = touch.b, .contact = {}, .recorded = {}};
  Contact& contact = open.contact;
  contact.first = frame.frame;
  contact.begin = frame.time;
  bool is_by_b = touch.is_reported_by_b;
  const auto a_before = position_in(places_before_, touch.a);
  const auto b_before = position_in(places_before_, touch.b);
  const auto a = position_in(frame.places, touch.a);
  const auto b = position_in(frame.places, touch.b);
  const Seconds passed = frame.time - time_before_;
  if (a_before && b_before && a && b && passed > 0) {
    const Course course{*a_before, *a, *b_before, *b};
    contact.closing = course.closing(passed);
    is_by_b = course.is_by_b();
  }
  contact.entity = is_by_b ? touch.b : touch.a;
  contact.other = is_by_b ? touch.a : touch.b;
  extend(open, touch, frame);
  return open;
}

void ContactSpans::extend(Open& open, const Touch& touch, const FrameContacts& frame) {
  open.is_pausing = false;
  open.contact.last = frame.frame;
  open.contact.end = frame.time;
  open.contact.is_assumed |= touch.is_assumed;
  open.contact.is_recorded |= touch.is_recorded;
  if (touch.is_recorded) open.recorded = frame.time;
}

/// After a frame in which the two did not touch.
bool ContactSpans::may_go_on(const Open& open, Seconds time) {
  return open.recorded && time - *open.recorded <= kRecordedPause;
}

void ContactSpans::add(FrameContacts& frame, std::vector<Contact>& ended) {
  next_.clear();
  auto touch = frame.touches.begin();
  for (Open& open : open_) {
    for (; touch != frame.touches.end() && pair_of(*touch) < pair_of(open); ++touch) {
      next_.push_back(begin(*touch, frame));
    }
    const bool touches = touch != frame.touches.end() && pair_of(*touch) == pair_of(open);
    const bool is_over = (!touches || open.is_pausing) && !may_go_on(open, frame.time);
    if (is_over) {
      ended.push_back(open.contact);
      continue;  // a touch after too long a pause begins a new one, as the next of the touches
    }
    if (touches) {
      extend(open, *touch++, frame);
    } else {
      open.is_pausing = true;
    }
    next_.push_back(open);
  }
  for (; touch != frame.touches.end(); ++touch) next_.push_back(begin(*touch, frame));
  open_.swap(next_);
  places_before_.swap(frame.places);
  time_before_ = frame.time;
}

void ContactSpans::copy_lasting(std::vector<Contact>& out) const {
  for (const Open& open : open_) out.push_back(open.contact);
}

}  // namespace scrubjay
