#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/derived/contact_spans.h"
#include "core/problem.h"
#include "core/recording.h"

namespace scrubjay {

/// The code of the problem that a frame has more contacts than are looked at.
inline constexpr std::string_view kTooManyContacts = "too-many-contacts";

/// Who touches whom, when and how fast, in a whole recording. Two entities touch in a frame where
/// their bodies (`body_of`: the recorded box, else the usual one of a vehicle or a person) share a
/// point, or where a collision of the two is recorded (`RecordedContacts`). What is attached to the
/// other, over however many parents, does not touch it, unless that is recorded; nor do two that
/// never move: neither is ever more than 10 cm from where it first was, or turned by more than 5
/// degrees. Each stream is looked at by itself, frame by frame, never between frames.
///
/// Frames are decoded on several threads; memory is bounded but for what was found, and some bytes
/// an entity. Used by one thread at a time.
class ContactFinder {
 public:
  /// False stops.
  using Deliver = std::function<bool(FrameIndex looked_at, std::span<const Contact> ended)>;

  explicit ContactFinder(std::shared_ptr<const Recording> recording);

  /// Goes through the frames that were not looked at, as far as the recording has any, and calls
  /// `deliver` for each, on the calling thread, with the contacts known to have ended before it.
  /// False when stopped or cancelled: a later call goes on where this one ended. `threads` 0: as
  /// many as the machine has.
  bool go_on(const std::atomic<bool>& cancelled, const Deliver& deliver, unsigned threads = 0);

  /// Frames looked at: those below.
  std::size_t looked_at() const { return looked_at_; }
  /// What was not delivered, as it is at the last frame looked at: contacts that last, and those
  /// whose entities have moved only since. After the last frame they complete those delivered.
  std::vector<Contact> rest() const;
  /// Whether something had a body, in the frames looked at.
  bool has_bodies() const { return has_bodies_; }
  /// Found on the way, folded; also kTooManyContacts.
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  /// Where an entity was first, and whether it has left that place.
  struct Rest {
    glm::dvec3 position{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    bool is_known = false;
    bool has_moved = false;
  };

  void note_places(std::span<const PlacedEntity> places);
  bool counts(const Contact& contact) const;
  bool has_moved(EntityIndex entity) const;

  std::shared_ptr<const Recording> recording_;
  std::size_t looked_at_ = 0;
  std::map<StreamIndex, ContactSpans> spans_;
  std::vector<Rest> rests_;       ///< by entity
  std::vector<Contact> unmoved_;  ///< ended, of entities that have not moved so far
  std::vector<Contact> ended_;    ///< in the frame that is looked at
  std::vector<Problem> problems_;
  bool has_bodies_ = false;
};

/// All contacts of an indexed recording.
struct FoundContacts {
  std::vector<Contact> contacts;  ///< by begin
  std::vector<Problem> problems;  ///< folded
  bool has_bodies = false;        ///< something could touch others: it has a box (`body_of`)
};

/// Nothing when it was cancelled. `progress(done, total)` is called now and then, in frames.
std::optional<FoundContacts> find_contacts(
    const std::shared_ptr<const Recording>& recording, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace scrubjay
