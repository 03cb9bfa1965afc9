#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/tables/leaf_changes.h"
#include "analysis/tables/stream_frames.h"
#include "app/viewer/frames/frame_survey.h"
#include "core/concurrency/latest_wanted.h"
#include "core/session.h"

namespace scrubjay {

/// How often properties change from one frame to the next, by kind of entity and path.
struct ChangeRates {
  struct OfProperty {
    std::size_t changes = 0;
    std::size_t compared = 0;  ///< entities that have it with the frame before
  };
  std::unordered_map<std::uint64_t, OfProperty> properties;  ///< by change_key()
  /// Entities of each kind that were compared with the frame before; last: what is of no entity.
  std::array<std::size_t, kEntityKinds + 1> compared{};
  std::size_t frames = 0;  ///< that were looked at

  /// Changes for each entity that has the property and each frame, from 0 to 1; nothing where none
  /// of the kind was compared.
  std::optional<double> rate(std::size_t kind, std::uint64_t key) const;
};

std::uint64_t change_key(std::size_t kind, std::string_view path);

/// Finds changed leaves of many entities that are built alike: their paths are put together once.
class ChangeFinder {
 public:
  /// A kind's property.
  struct Subject {
    std::string path;
    std::size_t kind = 0;
    std::uint64_t key = 0;  ///< change_key()
  };
  const std::vector<Subject>& subjects() const { return subjects_; }
  /// Counts what an entity has.
  void count(std::size_t kind, const tables::LeafSide& side);
  /// How often each subject was counted.
  std::vector<std::size_t> counted() const;

  /// Calls `visit(subject, was, is)` for each leaf that came, went or changed, with its place among
  /// the subjects.
  template <class Visit>
  void compare(std::size_t kind, const tables::LeafSide& from, const tables::LeafSide& to,
               Visit visit) {
    const bool is_alike = tables::has_same_shape(from, to);
    if (is_alike && tables::has_same_values(from, to, 0, to.range.count)) return;
    const OfShape* const of = is_alike ? of_shape(kind, to) : nullptr;
    if (of == nullptr) {
      changes_.compare(
          from, to, {}, [](std::string_view) { return true; },
          [&](std::string_view path, const tables::SideLeaf& was, const tables::SideLeaf& is) {
            visit(subject_of(kind, path), was, is);
          });
      return;
    }
    for (std::size_t i = 0; i < of->subjects.size(); ++i) {
      const tables::LeafShape::Leaf& leaf = of->shape->leaves[i];
      if (tables::has_same_values(from, to, leaf.at, leaf.count)) continue;
      visit(of->subjects[i], tables::SideLeaf{&from.tree, from.range.first + leaf.at},
            tables::SideLeaf{&to.tree, to.range.first + leaf.at});
    }
  }

 private:
  /// Entities of one kind that are built alike.
  struct OfShape {
    const tables::LeafShape* shape = nullptr;
    std::vector<std::uint32_t> subjects;  ///< of its leaves
    std::size_t counted = 0;
  };

  /// Null where LeafShapes has none.
  OfShape* of_shape(std::size_t kind, const tables::LeafSide& side);
  std::uint32_t subject_of(std::size_t kind, std::string_view path);

  tables::LeafShapes shapes_;
  std::array<std::unordered_map<const tables::LeafShape*, OfShape>, kEntityKinds + 1> of_shapes_;
  std::vector<Subject> subjects_;
  std::unordered_map<std::uint64_t, std::uint32_t> subject_of_;  ///< by key
  std::vector<std::size_t> of_no_shape_;                         ///< counted, by subject
  tables::LeafWalk walk_;
  tables::LeafChanges changes_;
};

/// A FrameSurvey of how often properties change: of short recordings all frames are looked at.
class ChangeSurvey {
 public:
  static constexpr std::size_t kFrames = 256;

  /// `background` must outlive this.
  ChangeSurvey(std::shared_ptr<const Recording> recording, Background& background);

  const Recording& recording() const { return frames_.recording(); }
  void request() { frames_.request(); }
  /// Null before it is known.
  std::shared_ptr<const ChangeRates> latest();

 private:
  void look_at(const Frame& frame);
  void report(ChangeRates& out) const;

  std::shared_ptr<const ChangeRates> found_;
  const ChangeRates* of_ = nullptr;  ///< which `found_` was copied from
  std::size_t of_frames_ = 0;
  // Of the background:
  tables::StreamFrames before_;
  ChangeFinder finder_;
  std::vector<std::size_t> counts_;  ///< changes, by subject
  ChangeRates rates_;
  FrameSurvey<ChangeRates> frames_;  ///< last: it ends before the others
};

/// A property that is another one than in the frame before.
struct ListedChange {
  EntityRef entity;                   ///< no entity: it belongs to the frame
  std::string path;                   ///< as the table `changes` has it
  std::optional<std::string> before;  ///< as JSON; none: it came
  std::optional<std::string> after;   ///< as JSON; none: it went
  bool is_reference = false;          ///< the values are ids of entities
  std::optional<double> delta;
  std::optional<double> rate;  ///< as ChangeRates has it
};

/// All that changed at some frames, the rarest first: as often as that kind's property changes over
/// the recording, then as often as it does here.
struct ChangesHere {
  static constexpr std::size_t kMost = 2000;
  std::vector<ListedChange> rows;  ///< at most kMost
  std::size_t count = 0;           ///< of all
};

/// Lists what changed at frames of one stream of a recording. Used by one thread; frames that
/// follow each other are cheapest.
class ChangeLister {
 public:
  ChangeLister(std::shared_ptr<const Recording> recording,
               const std::optional<CoordinateSystem>& coordinates);

  /// Appends what changed at a frame since the stream's frame before, the rarest first, at most
  /// ChangesHere::kMost rows. `place`: of the recording in the session; `rates` may be null.
  void list(FrameIndex frame, std::size_t place, const ChangeRates* rates, ChangesHere& out);

 private:
  struct Found {
    EntityIndex entity;
    tables::SideLeaf was;
    tables::SideLeaf is;
  };
  /// What is found of a subject at this frame.
  struct OfSubject {
    std::optional<double> rate;
    std::vector<std::uint32_t> found;
  };

  void compare(std::size_t kind, EntityIndex entity, const tables::LeafSide& from,
               const tables::LeafSide& to);

  std::shared_ptr<const Recording> recording_;
  std::array<Cursor, 2> cursors_;  ///< at a frame and at the one before, in turns
  ChangeFinder finder_;
  std::vector<OfSubject> of_subjects_;  ///< beside those of the finder
  std::vector<Found> found_;
};

/// What of the frames at the playhead is to be listed.
struct ChangesWanted {
  struct One {
    std::shared_ptr<const Recording> recording;
    std::size_t place = 0;
    FrameIndex frame;
    std::shared_ptr<const ChangeRates> rates;
    bool operator==(const One&) const = default;
  };
  std::vector<One> frames;
  std::optional<CoordinateSystem> coordinates;
  bool operator==(const ChangesWanted&) const = default;
};

/// Lists them in the background.
class ChangesChannel {
 public:
  explicit ChangesChannel(Background& background);
  void request(const ChangesWanted& wanted) { listed_.request(wanted); }
  const ChangesHere* latest() { return listed_.latest(); }
  bool is_current() const { return listed_.is_current(); }

 private:
  bool list(const ChangesWanted& wanted, ChangesHere& out);

  struct Lister {
    std::shared_ptr<const Recording> recording;
    std::uint32_t stream = 0;  ///< beyond a few they share one
    std::unique_ptr<ChangeLister> lister;
  };
  // Of the background:
  std::vector<Lister> listers_;
  std::optional<CoordinateSystem> coordinates_;
  LatestWanted<ChangesWanted, ChangesHere> listed_;  ///< last: it ends before what it uses
};

/// Puts rows of several recordings in order, and leaves the rarest.
void sort_changes(ChangesHere& changes);

}  // namespace scrubjay
