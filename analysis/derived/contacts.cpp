#include "analysis/derived/contacts.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <string>
#include <tuple>

#include "analysis/derived/box_overlaps.h"
#include "analysis/derived/place.h"
#include "analysis/derived/recorded_contacts.h"
#include "core/frame_scan.h"

namespace scrubjay {

namespace {

/// What one frame says.
struct LookedAt {
  FrameContacts contacts;
  StreamIndex stream;
  bool is_cut = false;
  bool has_bodies = false;
  std::vector<Problem> problems;
};

/// `entity` is attached to `ancestor`, over whatever lies between.
bool is_attached(const Frame& frame, const Entity& entity, EntityIndex ancestor) {
  constexpr int kDeepest = 256;
  const Entity* at = &entity;
  for (int level = 0; level < kDeepest && at != nullptr && at->parent.exists(); ++level) {
    if (at->parent == ancestor) return true;
    at = frame.find(at->parent);
  }
  return false;
}

/// Looks at one frame.
class FrameLook {
 public:
  FrameLook(const Frame& frame, LookedAt& out) : frame_(frame), out_(out) {
    out.contacts.frame = frame.index;
    out.contacts.time = frame.time;
    out.contacts.touches.clear();
    out.contacts.places.clear();
    out.stream = frame.stream;
    out.problems = frame.problems;
    for (Problem& problem : out.problems) {
      if (!problem.frame) problem.frame = frame.index;
    }
  }

  void find_bodies() {
    const CoordinateConversion way(frame_.coordinates, kDerivedCoordinates);
    const std::size_t count = frame_.entities.size();
    out_.contacts.places.reserve(count);
    boxes_.reserve(count);
    owners_.reserve(count);
    for (const Entity& entity : frame_.entities) {
      const Place place = place_of(entity, way);
      if (!place.position) continue;
      PlacedEntity& placed = out_.contacts.places.emplace_back();
      placed.entity = entity.index;
      placed.position = *place.position;
      if (place.rotation) placed.rotation = *place.rotation;
      if (const auto body = body_of(entity.kind, place); body && !entity.stands_for_frame) {
        boxes_.push_back(body->box);
        owners_.push_back({&entity, body->is_assumed});
      }
    }
    out_.has_bodies = !boxes_.empty();
  }

  void find_overlaps() {
    BoxOverlaps overlaps;
    for (const auto& [first, second] : overlaps.find(boxes_)) {
      const Owner& a = owners_[first];  // of the lesser row, as entities ascend
      const Owner& b = owners_[second];
      if (is_attached(frame_, *a.entity, b.entity->index) ||
          is_attached(frame_, *b.entity, a.entity->index)) {
        continue;
      }
      out_.contacts.touches.push_back(
          {.a = a.entity->index, .b = b.entity->index, .is_assumed = a.is_assumed || b.is_assumed});
    }
    out_.is_cut = overlaps.is_cut();
  }

  void find_recorded(const RecordedContacts& recorded) {
    std::vector<RecordedContact> found;
    recorded.find(frame_, found);
    for (const RecordedContact& contact : found) {
      const bool is_swapped = contact.other < contact.entity;
      out_.contacts.touches.push_back({.a = std::min(contact.entity, contact.other),
                                       .b = std::max(contact.entity, contact.other),
                                       .is_recorded = true,
                                       .is_reported_by_b = is_swapped});
    }
  }

  /// Puts what was found in order, each pair once.
  void join() {
    std::vector<Touch>& touches = out_.contacts.touches;
    std::ranges::stable_sort(touches, [](const Touch& x, const Touch& y) {
      return std::tie(x.a, x.b) < std::tie(y.a, y.b);
    });
    std::size_t kept = 0;
    for (const Touch& touch : touches) {
      Touch* const last = kept > 0 ? &touches[kept - 1] : nullptr;
      if (last == nullptr || last->a != touch.a || last->b != touch.b) {
        touches[kept++] = touch;
        continue;
      }
      // The first to report counts.
      if (!last->is_recorded) last->is_reported_by_b = touch.is_reported_by_b;
      last->is_assumed |= touch.is_assumed;
      last->is_recorded |= touch.is_recorded;
    }
    touches.resize(kept);
  }

 private:
  struct Owner {
    const Entity* entity;
    bool is_assumed;
  };

  const Frame& frame_;
  LookedAt& out_;
  std::vector<OrientedBox> boxes_;
  std::vector<Owner> owners_;  ///< of the boxes
};

Problem too_many_contacts(FrameIndex frame) {
  return {
      .severity = Severity::warning,
      .code = std::string(kTooManyContacts),
      .frame = frame,
      .message = "More boxes overlap in this frame than are looked at: contacts may be missing.",
      .expected = "at most " + std::to_string(BoxOverlaps::kMostPairs) + " overlaps"};
}

}  // namespace

ContactFinder::ContactFinder(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)) {}

bool ContactFinder::go_on(const std::atomic<bool>& cancelled, const Deliver& deliver,
                          unsigned threads) {
  const FrameScan scan{.recording = recording_, .threads = threads, .first = looked_at_};
  const RecordedContacts recorded(*recording_);
  return scan_frames<LookedAt>(
      scan, cancelled,
      [&](const Frame& frame, LookedAt& out) {
        FrameLook look(frame, out);
        look.find_bodies();
        look.find_overlaps();
        look.find_recorded(recorded);
        look.join();
        return sizeof(LookedAt) + out.contacts.touches.capacity() * sizeof(Touch) +
               out.contacts.places.capacity() * sizeof(PlacedEntity);
      },
      [&](FrameIndex frame, LookedAt& found) {
        for (Problem& problem : found.problems) fold_into(problems_, std::move(problem));
        if (found.is_cut) fold_into(problems_, too_many_contacts(frame));
        has_bodies_ = has_bodies_ || found.has_bodies;
        note_places(found.contacts.places);
        ended_.clear();
        spans_[found.stream].add(found.contacts, ended_);
        looked_at_ = frame.value + std::size_t{1};
        std::erase_if(ended_, [this](const Contact& contact) {
          if (counts(contact)) return false;
          unmoved_.push_back(contact);
          return true;
        });
        return deliver(frame, ended_);
      });
}

std::vector<Contact> ContactFinder::rest() const {
  std::vector<Contact> rest = unmoved_;
  for (const auto& [stream, spans] : spans_) spans.copy_lasting(rest);
  std::erase_if(rest, [this](const Contact& contact) { return !counts(contact); });
  return rest;
}

void ContactFinder::note_places(std::span<const PlacedEntity> places) {
  constexpr double kFar = 0.1;                             // metres
  const double kTurned = std::cos(glm::radians(5.0 / 2));  // of half the angle
  if (!places.empty() && places.back().entity.value >= rests_.size()) {
    rests_.resize(std::max<std::size_t>(places.back().entity.value + std::size_t{1},
                                        recording_->entity_count()));
  }
  for (const PlacedEntity& placed : places) {
    Rest& rest = rests_[placed.entity.value];
    if (!rest.is_known) {
      rest = {.position = placed.position, .rotation = placed.rotation, .is_known = true};
    } else if (!rest.has_moved) {
      rest.has_moved = glm::distance(placed.position, rest.position) > kFar ||
                       std::abs(glm::dot(placed.rotation, rest.rotation)) < kTurned;
    }
  }
}

bool ContactFinder::counts(const Contact& contact) const {
  return contact.is_recorded || has_moved(contact.entity) || has_moved(contact.other);
}

bool ContactFinder::has_moved(EntityIndex entity) const {
  return entity.value < rests_.size() && rests_[entity.value].has_moved;
}

std::optional<FoundContacts> find_contacts(
    const std::shared_ptr<const Recording>& recording, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  ContactFinder finder(recording);
  FoundContacts found;
  const bool is_whole =
      finder.go_on(cancelled, [&](FrameIndex frame, std::span<const Contact> ended) {
        found.contacts.insert(found.contacts.end(), ended.begin(), ended.end());
        if (progress) progress(frame.value, recording->frame_count());
        return true;
      });
  if (!is_whole) return std::nullopt;
  const std::vector<Contact> rest = finder.rest();
  found.contacts.insert(found.contacts.end(), rest.begin(), rest.end());
  std::ranges::sort(found.contacts, comes_before);
  found.problems = finder.problems();
  found.has_bodies = finder.has_bodies();
  return found;
}

}  // namespace scrubjay
